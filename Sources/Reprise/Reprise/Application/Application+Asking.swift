import Terminal

/// What is there while the app runs, to be asked for before it is used (contract 8.7.7).
extension Application {
  /// What the terminal can show.
  ///
  /// It may be another one after the app was suspended; see ``SystemChange/terminal``.
  public var terminalCapabilities: TerminalCapabilities { device.capabilities }

  /// The responder that would perform an action now: the focus, or the nearest around it that offers the action.
  ///
  /// - Parameter actionID: The ``Action/id``.
  /// - Returns: `nil` if nobody offers it, or if it cannot be done now.
  public func target(forAction actionID: String) -> Responder? {
    window.firstResponder.flatMap { first in
      sequence(first: first, next: \.next).first { $0.canPerform(actionID) }
    }
  }

  /// Whether state may bring back a type under a key.
  public func isRegistered(_ key: String) -> Bool { preserver.registry.isRegistered(key) }
}
