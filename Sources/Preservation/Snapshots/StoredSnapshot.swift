/// A picture of the screen, stored beside the objects (contract 8.2.1).
public struct StoredSnapshot: Hashable, Sendable {
  /// The picture, encoded by the kit.
  public var bytes: [UInt8]

  /// Whether the objects are still those in the picture; otherwise it is outdated (contract
  /// 10.1.14).
  public var isCurrent: Bool
}
