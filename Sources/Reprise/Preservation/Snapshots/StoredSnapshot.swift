/// A picture of the screen, stored beside the objects (contract 8.2.1).
package struct StoredSnapshot: Hashable, Sendable {
  /// The picture, encoded by the kit.
  package var bytes: [UInt8]

  /// Whether the objects are still those in the picture; otherwise it is outdated (contract
  /// 10.1.14).
  package var isCurrent: Bool
}
