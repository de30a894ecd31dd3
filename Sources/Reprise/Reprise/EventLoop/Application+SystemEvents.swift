/// Changes around the app (contract 8.6).
extension Application {
  /// Calls a closure at each change of a kind around the app, after the delegate.
  ///
  /// The observer is held weakly, so it need not
  /// be removed. Changes by the closure are drawn afterwards, except for ``SystemChange/data``: the app's own writes are reported, too, so call
  /// ``updating`` if there is something new.
  ///
  /// - Parameters:
  ///   - change: The kind of change.
  ///   - observer: The closure is called while this object lives.
  ///   - action: The closure, which must not hold the observer strongly.
  public func observe(
    _ change: SystemChange, with observer: AnyObject, action: @escaping () -> Void
  ) {
    observe(change, with: observer) { (_: SystemNews) in action() }
  }

  /// Calls a closure with what changed, such as the files that were written; otherwise like ``observe(_:with:action:)``.
  ///
  /// ```swift
  /// application.observe(.configuration, with: self) { [weak self] news in
  ///   if news.files.contains(keymap) { self?.readKeymap() }
  /// }
  /// ```
  public func observe(
    _ change: SystemChange, with observer: AnyObject, action: @escaping (SystemNews) -> Void
  ) {
    systemEvents.observe(change, with: observer, action: action)
  }

  /// Adds a kind of change, which the app looks for while it is observed.
  ///
  /// - Parameter source: Tells of the changes; held strongly.
  public func register(_ source: any SystemEventSource) { systemEvents.register(source) }

  /// Whether another program may have written to the data (``SystemFiles/data``) since the last
  /// ``SystemChange/data``.
  ///
  /// Ask it in a turn that must show foreign changes before it acts: while it is `false`, no
  /// other program has written. The app's own writes count, too; if the files are not watched it is always
  /// `true`.
  public var mayHaveNewData: Bool { systemEvents.mayHaveNewData }

  /// Watches for memory pressure from now on.
  ///
  /// - Parameter environment: The environment variables; `MEMORY_PRESSURE_WATCH` names another file to
  ///   watch than the kernel's.
  public func watchMemory(environment: [String: String]) {
    systemEvents.watchMemory(environment: environment)
  }
}
