/// What becomes of the line to a household's server.
public enum ConnectionEvent: Sendable {
  /// Another program has let go of the line, and this one holds it now; what was seen till then, the other has shown.
  case tookOver(lastSequence: Int64)
  /// The line is open; the descriptor is the receiver's own, and readable when the server says something.
  case opened(descriptor: Int32)
  /// Everything is exchanged.
  case settled
  /// Others wrote something, which is in the inventory now.
  ///
  /// Without the changes: a window learns of them from the inventory, since mostly another program holds the line, and
  /// the watch of the file may come first where it does not.
  case received
  /// The line is closed, and why; it is opened again after a pause.
  case closed(ConnectionFailure)
  /// The line has ended for good, and why: the inventory cannot be opened.
  case failed(ConnectionFailure)
  /// The inventory has left its household.
  case left
}

/// Why there is no line.
public struct ConnectionFailure: Hashable, Sendable {
  /// One line for a person.
  public var reason: String
  /// Whether the server wants another login or password.
  public var needsLogin: Bool

  /// Makes a reason.
  public init(reason: String, needsLogin: Bool = false) {
    self.reason = reason
    self.needsLogin = needsLogin
  }
}
