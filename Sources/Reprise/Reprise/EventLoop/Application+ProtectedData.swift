import Storage

/// Losing and getting access to protected data (contract 8.3.7, 8.3.9).
extension Application {
  /// The data that a lock closes; `nil` if nothing is protected.
  ///
  /// Set it before the launch.
  public var protectedData: (any ProtectedDataSource)? {
    get { dataLock.data }
    set { dataLock.data = newValue }
  }

  /// The time without input after which protected data is locked; `nil` to keep it open.
  ///
  /// Time in which the app or the machine sleeps counts.
  public var protectedDataLockDelay: Duration? {
    get { dataLock.delay }
    set { dataLock.delay = newValue }
  }

  /// Whether protected data is locked as soon as logind reports that the person has left the desktop.
  ///
  /// If the user left while the app was stopped, the data is locked even after the user returns.
  public var locksProtectedDataWhenAway: Bool {
    get { dataLock.locksWhenAway }
    set { dataLock.locksWhenAway = newValue }
  }

  /// Whether protected data can be read now; always, where no ``protectedData`` is set.
  public var isProtectedDataAvailable: Bool { dataLock.isOpen }

  /// Locks protected data: the app resigns and is notified that it loses access before the keys are wiped.
  ///
  /// An app whose keys ``RepriseApp/protectedData(_:)`` returns exits, and its guardian restarts it: the kit asks for the
  /// passphrase, then everything is restored. Nothing of the screen stays in memory meanwhile.
  ///
  /// Any other app stays inactive until it is unlocked, also when the terminal gets the focus. Show a screen that asks for the
  /// passphrase: it gets its keys as always.
  public func lockProtectedData() { dataLock.lock() }

  /// Unlocks: the keys are available before the app is notified and becomes active.
  ///
  /// ```swift
  /// try application.unlockProtectedData { try bag.unlock(passphrase: Passphrase(field.text)) }
  /// ```
  ///
  /// - Parameter open: Opens ``protectedData``. Its error is rethrown, and everything stays locked.
  public func unlockProtectedData<Failure: Error>(
    _ open: () throws(Failure) -> Void
  ) throws(Failure) {
    let wasAvailable = isProtectedDataAvailable
    try open()
    guard !wasAvailable, isProtectedDataAvailable else { return }
    dataLock.didUnlock()
  }
}
