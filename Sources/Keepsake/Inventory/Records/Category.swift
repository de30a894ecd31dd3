import Foundation

/// The kind of thing an item is.
public struct Category: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name, unique with case ignored.
  public var name: String
  /// The months after which such a thing has lost its value; `nil` if age does not matter.
  public var usefulLifeMonths: Int?
}
