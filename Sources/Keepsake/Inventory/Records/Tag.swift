import Foundation

/// A word that groups items across places and categories.
public struct Tag: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name, without `;`, unique with case ignored.
  public var name: String
  /// The number of items with it outside the trash.
  public var itemCount: Int
}
