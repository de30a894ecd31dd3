import Storage

/// Losing and getting access to protected data (contract 8.3.7, 8.3.9).
extension Application {
  /// Whether protected data can be read now; always, where no ``protectedData`` is set.
  public var isProtectedDataAvailable: Bool { protectedData?.isUnlocked ?? true }

  /// Locks: the app resigns, hears that it loses access, and only then do the keys go.
  ///
  /// An app whose keys ``RepriseApp/protectedData(_:)`` returns leaves in order, and its guardian starts it anew: the kit asks for
  /// the passphrase, then everything is restored. Nothing of what was shown stays in memory meanwhile.
  ///
  /// Any other app stays inactive until it is unlocked, also when the terminal gets the focus. Show a screen that asks for the
  /// passphrase: it gets its keys as always.
  public func lockProtectedData() {
    guard isProtectedDataAvailable, let protectedData else { return }
    if startsAgainWhenLocked { return terminate(.lock) }
    resignActive()
    holdBackAllWork()
    announce(.protectedDataWillBecomeUnavailable)
    protectedData.lock()
    announce(SystemChange.protectedData)
    update()
  }

  /// Locks because another program asks for it.
  ///
  /// An app that was started before it had a passphrase starts anew, to find it.
  package func lockWhereAsked() {
    if startsAgainWhenAsked { terminate(.lock) } else { lockProtectedData() }
  }

  /// Unlocks: the keys are there before the app hears of it and becomes active.
  ///
  /// ```swift
  /// try application.unlockProtectedData { try bag.unlock(passphrase: Passphrase(field.text)) }
  /// ```
  ///
  /// - Parameter open: Opens ``protectedData``. What it throws is thrown on, and everything stays as it is.
  public func unlockProtectedData<Failure: Error>(
    _ open: () throws(Failure) -> Void
  ) throws(Failure) {
    let wasAvailable = isProtectedDataAvailable
    try open()
    guard !wasAvailable, isProtectedDataAvailable else { return }
    announce(.protectedDataDidBecomeAvailable)
    announce(SystemChange.protectedData)
    if hasTerminalFocus { becomeActive() } else { beginHeldBackWork() }
    update()
  }
}
