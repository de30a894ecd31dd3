import Foundation

/// A value that the state can hold as it is, for ``Restorable``.
///
/// An enumeration with raw values only has to declare it: `enum Order: String, RestorableValue { … }`.
/// Other `Codable` types need no conformance.
///
/// ```swift
/// struct Distance: RestorableValue, Equatable {
///   var meters: Double
///
///   var savedValue: Value { .int(Int64(meters * 1000)) }
///
///   init?(savedValue: Value) {
///     guard case .int(let millimeters) = savedValue else { return nil }
///     meters = Double(millimeters) / 1000
///   }
/// }
/// ```
public nonisolated protocol RestorableValue {
  /// The value as the state holds it.
  var savedValue: Value { get }

  /// Reads a saved value; `nil` if it is of another kind.
  init?(savedValue: Value)
}

nonisolated extension RestorableValue where Self: RawRepresentable, RawValue: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { rawValue.savedValue }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard let rawValue = RawValue(savedValue: savedValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

nonisolated extension Bool: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .bool(self) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .bool(let flag) = savedValue else { return nil }
    self = flag
  }
}

nonisolated extension Int: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .int(Int64(self)) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .int(let number) = savedValue else { return nil }
    self.init(exactly: number)
  }
}

nonisolated extension Double: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .double(self) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .double(let number) = savedValue else { return nil }
    self = number
  }
}

nonisolated extension String: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .string(self) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .string(let text) = savedValue else { return nil }
    self = text
  }
}

nonisolated extension Data: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .data(self) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .data(let data) = savedValue else { return nil }
    self = data
  }
}

nonisolated extension Date: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .date(timeIntervalSince1970) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard case .date(let seconds) = savedValue else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

nonisolated extension UUID: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .string(uuidString) }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    guard let text = String(savedValue: savedValue) else { return nil }
    self.init(uuidString: text)
  }
}

/// `nil` is saved as an explicit null, so that it replaces an initial value when it is restored.
nonisolated extension Optional: RestorableValue where Wrapped: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { map(\.savedValue) ?? .null }

  /// Reads a saved value; `nil` if it is of another kind.
  public init?(savedValue: Value) {
    if savedValue == .null {
      self = .none
    } else if let wrapped = Wrapped(savedValue: savedValue) {
      self = wrapped
    } else {
      return nil
    }
  }
}

nonisolated extension Array: RestorableValue where Element: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Value { .array(map(\.savedValue)) }

  /// Reads a saved value; `nil` if it, or one of its elements, is of another kind.
  public init?(savedValue: Value) {
    guard case .array(let values) = savedValue else { return nil }
    let elements = values.compactMap(Element.init(savedValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
}

nonisolated extension Dictionary: RestorableValue where Key == String, Value: RestorableValue {
  /// The value as the state holds it.
  public var savedValue: Preservation.Value { .dictionary(mapValues(\.savedValue)) }

  /// Reads a saved value; `nil` if it, or one of its elements, is of another kind.
  public init?(savedValue: Preservation.Value) {
    guard case .dictionary(let values) = savedValue else { return nil }
    let elements = values.compactMapValues(Value.init(savedValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
}
