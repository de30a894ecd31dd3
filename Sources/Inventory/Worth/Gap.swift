/// Something that is missing of an item, and that an insurer will ask for.
public enum Gap: String, CaseIterable, Codable, Sendable {
  /// Nobody knows what it is worth.
  case value
  /// No photo shows it.
  case photo
  /// No receipt proves the purchase.
  case receipt
  /// Nobody noted the serial number.
  case serial
}
