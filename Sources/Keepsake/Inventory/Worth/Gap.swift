/// Missing information about an item that an insurer will ask for.
public enum Gap: String, CaseIterable, Codable, Sendable {
  /// The value is unknown.
  case value
  /// No photo.
  case photo
  /// No receipt.
  case receipt
  /// The serial number is unknown.
  case serial
}
