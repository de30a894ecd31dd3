/// The values that an object saved under an older schema, for a migration to change.
///
/// ```swift
/// func migrate(_ state: inout SavedState) {
///   state.rename("book", to: "bookID")
///   if case .int(let page)? = state["page"] { state["page"] = .int(page - 1) }
/// }
/// ```
public struct SavedState {
  /// The values, in the order of encoding.
  public private(set) var values: [(key: String, value: Value)]

  /// Starts with the saved values.
  public init(_ values: [(key: String, value: Value)]) {
    self.values = values
  }

  /// The value of a key; `nil` means none, and setting it removes the value.
  public subscript(key: String) -> Value? {
    get { values.first { $0.key == key }?.value }
    set {
      let position = values.firstIndex { $0.key == key }
      switch (position, newValue) {
      case (let position?, let value?): values[position].value = value
      case (let position?, nil): values.remove(at: position)
      case (nil, let value?): values.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Renames a key; replaces any value of the new key.
  public mutating func rename(_ key: String, to newKey: String) {
    guard key != newKey, let value = self[key] else { return }
    self[key] = nil
    self[newKey] = value
  }
}
