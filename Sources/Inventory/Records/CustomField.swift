/// A property that a person gave one item: `Colour: red`.
///
/// Names are unique per item, case ignored.
public struct CustomField: Hashable, Codable, Sendable {
  /// The name, not blank.
  public var name: String
  /// The value, not empty: an empty field is no field.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
