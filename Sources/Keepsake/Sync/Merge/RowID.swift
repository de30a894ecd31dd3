/// What names a row of the inventory in every home: its kind, such as `item`, and a key that the homes agree on.
///
/// Kinds and columns are texts, not cases, so that those of a newer version are carried by an older one.
public struct RowID: Hashable, Sendable {
  /// The kind: `item`, `place`.
  public var kind: String
  /// The key among rows of that kind.
  public var key: String

  /// Names a row.
  public init(kind: String, key: String) {
    self.kind = kind
    self.key = key
  }
}
