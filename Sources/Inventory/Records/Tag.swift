import Foundation

/// A word that groups items across places and categories.
public struct Tag: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name, without `;`, unique with case ignored.
  public var name: String
  /// How many items that are not in the trash bear it.
  public var itemCount: Int
}
