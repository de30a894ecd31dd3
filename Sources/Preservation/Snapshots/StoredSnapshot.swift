/// A picture of the screen that an archive keeps beside its objects (contract 8.2.1).
public struct StoredSnapshot: Hashable, Sendable {
  /// What the kit made of the picture.
  public var bytes: [UInt8]

  /// Whether the objects are still those of which it was taken; else it shows what is no more
  /// (contract 10.1.14).
  public var isCurrent: Bool
}
