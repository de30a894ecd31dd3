/// A property that a person added to an item: `Colour: red`.
///
/// Names are unique within an item, ignoring case.
public struct CustomField: Hashable, Codable, Sendable {
  /// The name, not blank.
  public var name: String
  /// The value, not empty: an empty field is removed.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
