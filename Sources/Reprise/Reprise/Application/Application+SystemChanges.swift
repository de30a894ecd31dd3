import Dispatch
import Terminal

extension Application {
  /// Calls a closure at each change of a kind around the app, after the delegate.
  ///
  /// The observer is held weakly, so nobody has to stop observing. What the closure changes is drawn
  /// afterwards, except for ``SystemChange/data``: the app's own writes are reported, too, so call
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
    changeObservers.removeAll { $0.object == nil }
    changeObservers.append(ChangeObserver(object: observer, change: change, action: action))
    beginToObserve(change)
  }

  /// Whether another program may have written to the data (``SystemFiles/data``) since the last
  /// ``SystemChange/data``.
  ///
  /// Ask it in a turn that must show foreign changes before it acts: while it is `false` there is
  /// nothing to look for. The app's own writes count, too; if the files are not watched it is always
  /// `true`.
  public var mayHaveNewData: Bool { fileMonitor?.hasNews() ?? true }

  /// Takes a first look around, and has the files around the app watched.
  func watchSystem() {
    systemWatch.files = systemFiles
    _ = systemWatch.look(surroundings)
    watchWhatIsObserved()
    guard !systemFiles.all.isEmpty else { return }
    fileMonitor = FileMonitor(systemFiles) { [weak self] in self?.lookAround() }
    // Somebody may have written between the app's first read and this look.
    if state != .background, !systemFiles.data.isEmpty {
      announce(SystemNews(.data, files: systemFiles.data))
    }
  }

  /// Delivers what changed since the last look (contract 8.6.2).
  ///
  /// - Returns: The changes.
  @discardableResult
  func deliverSystemChanges() -> [SystemNews] {
    let changes = systemWatch.look(surroundings)
    watchWhatIsObserved()
    changes.forEach(announce)
    return changes
  }

  /// Tells of a change that is no file.
  func announce(_ change: SystemChange) { announce(SystemNews(change)) }

  /// Calls the delegate, then the observers.
  private func announce(_ news: SystemNews) {
    switch news.change {
    case .significantTime: delegate.applicationSignificantTimeChange(self)
    case .memoryPressure: delegate.applicationDidReceiveMemoryWarning(self)
    case .windowSize, .timeZone, .locale, .configuration, .data, .protectedData, .lockRequest,
      .terminal, .accessories, .power, .presence:
      break
    }
    for observer in changeObservers where observer.change == news.change && observer.object != nil {
      observer.action(news)
    }
    if news.change == .lockRequest { lockWhereAsked() }
  }

  /// Delivers what changed while the app is on screen, and draws what came of it.
  ///
  /// The app's own data is on screen already, so nothing is drawn for it.
  package func lookAround() {
    guard state != .background else { return }
    let changes = deliverSystemChanges()
    if termination == nil, changes.contains(where: { $0.change != .data }) { update() }
  }

  /// Whether a timer could wake the app, for tests.
  package var hasTimer: Bool { midnightTimer != nil }

  /// Runs a timer to midnight while the app is active, and none otherwise (contract 8.4).
  func updateMidnightTimer() {
    midnightTimer?.cancel()
    midnightTimer = nil
    guard state == .active, restorationExtension.isFirstFrameOut else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(wallDeadline: .now() + .seconds(SystemWatch.secondsToMidnight()))
    timer.setEventHandler { [weak self] in
      self?.lookAround()
      self?.updateMidnightTimer()
    }
    midnightTimer = timer
    timer.activate()
  }
}

/// An observer of a kind of change.
struct ChangeObserver {
  weak var object: AnyObject?
  let change: SystemChange
  let action: (SystemNews) -> Void
}
