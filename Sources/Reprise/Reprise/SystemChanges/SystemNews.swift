/// What changed around the app since it last heard of that kind of change (contract 8.6.2).
nonisolated public struct SystemNews: Hashable, Sendable {
  /// The kind of change.
  public let change: SystemChange

  /// The paths of ``SystemFiles`` that changed; empty for changes that are no files.
  public let files: [String]

  /// What was plugged in, of ``SystemChange/accessories``, by its path.
  public let connected: [Accessory]

  /// What was plugged out, of ``SystemChange/accessories``, by its path.
  ///
  /// Something else that was put in its place since is among ``connected``.
  public let disconnected: [Accessory]

  init(
    _ change: SystemChange, files: [String] = [], connected: Set<Accessory> = [],
    disconnected: Set<Accessory> = []
  ) {
    self.change = change
    self.files = files
    self.connected = connected.sorted { $0.path < $1.path }
    self.disconnected = disconnected.sorted { $0.path < $1.path }
  }
}
