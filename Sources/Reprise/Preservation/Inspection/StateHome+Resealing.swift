extension StateHome {
  /// Has a provider protect every state that another one protected, while no program has any of them.
  ///
  /// States that were put aside are protected anew, too, as far as they open. A kill at any moment leaves each state with one
  /// provider or the other.
  ///
  /// - Parameters:
  ///   - former: What protected the states.
  ///   - keys: What is to protect them.
  ///   - finish: Takes the former provider away; it is told whether a program has opened another session meanwhile.
  /// - Throws: ``StateError/busy(_:)`` if a program has one; another ``StateError`` if a state can be read, and not be sealed
  ///   anew: the former provider is still needed then.
  public func resealAll(
    from former: any KeyProvider, to keys: any KeyProvider,
    finishing finish: (_ isAlone: () -> Bool) throws -> Void
  ) throws {
    try whileNoneIsOpen { sessions, isAlone in
      for session in sessions {
        try session.reseal(from: former, to: keys)
        session.forgetOutline()
      }
      for state in statesAside() { try state.file.resealIfReadable(from: former, to: keys) }
      try finish(isAlone)
    }
  }

  /// Does something that no program with a state may see half done.
  ///
  /// - Parameter body: Is given all sessions, which nobody else can open meanwhile, and what tells whether a program has
  ///   opened another one.
  /// - Throws: ``StateError/busy(_:)`` if a program has a session.
  public func whileNoneIsOpen(
    _ body: (_ sessions: [Session], _ isAlone: @escaping () -> Bool) throws -> Void
  ) throws {
    // The last used one is opened last, so their order stays.
    let names = sessionNames()
    let held = try names.reversed().map { try openSession(named: $0) }
    defer { withExtendedLifetime(held) {} }
    try body(held) { sessionNames().allSatisfy { names.contains($0) || !isSessionInUse($0) } }
  }
}
