extension StateStore {
  /// Keeps a picture of the screen that belongs to the state as it is stored; `nil` removes the last
  /// one.
  ///
  /// It is not waited for until it is on the disk itself: after a loss of power there may be none, or
  /// one that no longer fits and is not shown.
  public func keepSnapshot(_ bytes: [UInt8]?) {
    // One that could not be kept is missed by nobody: what it would show is in the state.
    try? archive?.keepSnapshot(bytes)
  }

  /// The picture of the screen as the session was left, if there is one that opens and still fits.
  public var snapshot: [UInt8]? {
    guard leftOut == nil, let stored = try? archive?.snapshot(), stored.isCurrent else {
      return nil
    }
    return stored.bytes
  }
}
