import Foundation

/// A value that the saved state holds as it is, for ``Restorable``.
///
/// An enumeration with raw values conforms by saying so: `enum Order: String, RestorableValue { … }`.
/// Everything else that is `Codable` needs no conformance.
public nonisolated protocol RestorableValue {
  /// What is saved.
  var savedValue: Value { get }

  /// Makes the value from what was saved; `nil` when that was another kind of value.
  init?(savedValue: Value)
}

nonisolated extension RestorableValue where Self: RawRepresentable, RawValue: RestorableValue {
  /// What is saved.
  public var savedValue: Value { rawValue.savedValue }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard let rawValue = RawValue(savedValue: savedValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

nonisolated extension Bool: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .bool(self) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .bool(let flag) = savedValue else { return nil }
    self = flag
  }
}

nonisolated extension Int: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .int(Int64(self)) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .int(let number) = savedValue else { return nil }
    self.init(exactly: number)
  }
}

nonisolated extension Double: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .double(self) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .double(let number) = savedValue else { return nil }
    self = number
  }
}

nonisolated extension String: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .string(self) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .string(let text) = savedValue else { return nil }
    self = text
  }
}

nonisolated extension Data: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .data(self) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .data(let data) = savedValue else { return nil }
    self = data
  }
}

nonisolated extension Date: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .date(timeIntervalSince1970) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard case .date(let seconds) = savedValue else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

nonisolated extension UUID: RestorableValue {
  /// What is saved.
  public var savedValue: Value { .string(uuidString) }

  /// Makes it from what was saved; `nil` when that is of another kind.
  public init?(savedValue: Value) {
    guard let text = String(savedValue: savedValue) else { return nil }
    self.init(uuidString: text)
  }
}

/// Nothing is saved as an explicit nothing: it comes back where the property begins with something.
nonisolated extension Optional: RestorableValue where Wrapped: RestorableValue {
  /// What is saved.
  public var savedValue: Value { map(\.savedValue) ?? .null }

  /// Makes it from what was saved; `nil` when that is of another kind.
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
  /// What is saved.
  public var savedValue: Value { .array(map(\.savedValue)) }

  /// One value of another kind makes all of it another kind.
  public init?(savedValue: Value) {
    guard case .array(let values) = savedValue else { return nil }
    let elements = values.compactMap(Element.init(savedValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
}

nonisolated extension Dictionary: RestorableValue where Key == String, Value: RestorableValue {
  /// What is saved.
  public var savedValue: Preservation.Value { .dictionary(mapValues(\.savedValue)) }

  /// One value of another kind makes all of it another kind.
  public init?(savedValue: Preservation.Value) {
    guard case .dictionary(let values) = savedValue else { return nil }
    let elements = values.compactMapValues(Value.init(savedValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
}
