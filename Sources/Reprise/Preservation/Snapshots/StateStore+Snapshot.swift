extension StateStore {
  /// Stores a picture of the screen that shows the stored state; `nil` removes the last one.
  ///
  /// It does not wait for the disk. After a loss of power the picture may be missing or outdated;
  /// an outdated one is not shown.
  package func keepSnapshot(_ bytes: [UInt8]?) {
    // A lost picture is no harm: the state holds what it would show.
    try? archive?.keepSnapshot(bytes)
  }

  /// The picture of the screen at the end of the session, if it opens and matches the state.
  package var snapshot: [UInt8]? {
    guard leftOut == nil, let stored = try? archive?.snapshot(), stored.isCurrent else {
      return nil
    }
    return stored.bytes
  }
}
