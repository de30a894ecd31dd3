/// What changed around the app since it last heard of that kind of change (contract 8.6.2).
nonisolated public struct SystemNews: Hashable, Sendable {
  /// The kind of change.
  public let change: SystemChange

  /// The paths of ``SystemFiles`` that changed; empty for changes that are no files.
  public let files: [String]

  init(_ change: SystemChange, files: [String] = []) {
    self.change = change
    self.files = files
  }
}
