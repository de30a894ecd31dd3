import Foundation

extension Coder {
  /// Stores a truth value.
  public func encode(_ flag: Bool, forKey key: String) {
    encode(value: .bool(flag), forKey: key)
  }

  /// Stores a whole number.
  public func encode(_ number: Int, forKey key: String) {
    encode(value: .int(Int64(number)), forKey: key)
  }

  /// Stores a whole number, or nothing.
  public func encode(_ number: Int?, forKey key: String) {
    encode(value: number.map { .int(Int64($0)) }, forKey: key)
  }

  /// Stores a floating point number.
  public func encode(_ number: Double, forKey key: String) {
    encode(value: .double(number), forKey: key)
  }

  /// Stores text, or nothing.
  public func encode(_ text: String?, forKey key: String) {
    encode(value: text.map(Value.string), forKey: key)
  }

  /// Stores bytes, or nothing.
  public func encode(_ data: Data?, forKey key: String) {
    encode(value: data.map(Value.data), forKey: key)
  }

  /// Stores a moment.
  public func encode(_ date: Date, forKey key: String) {
    encode(value: .date(date.timeIntervalSince1970), forKey: key)
  }

  /// Stores several texts in order.
  public func encode(_ texts: [String], forKey key: String) {
    encode(value: .array(texts.map(Value.string)), forKey: key)
  }

  /// Stores any `Codable` value as data (contract 4.3).
  ///
  /// - Throws: What the value's own encoding throws.
  public func encode(codable: some Encodable, forKey key: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encode(value: .data(try encoder.encode(codable)), forKey: key)
  }

  /// The truth value for a key; `false` when there is none.
  public func decodeBool(forKey key: String) -> Bool {
    value(forKey: key) { if case .bool(let flag) = $0 { flag } else { nil } } ?? false
  }

  /// The whole number for a key, if it fits into `Int`.
  public func decodeInt(forKey key: String) -> Int? {
    value(forKey: key) { if case .int(let number) = $0 { Int(exactly: number) } else { nil } }
  }

  /// The floating point number for a key.
  public func decodeDouble(forKey key: String) -> Double? {
    value(forKey: key) { if case .double(let number) = $0 { number } else { nil } }
  }

  /// The text for a key.
  public func decodeString(forKey key: String) -> String? {
    value(forKey: key, as: \.text)
  }

  /// The bytes for a key.
  public func decodeData(forKey key: String) -> Data? {
    value(forKey: key) { if case .data(let data) = $0 { data } else { nil } }
  }

  /// The moment for a key.
  public func decodeDate(forKey key: String) -> Date? {
    value(forKey: key) {
      if case .date(let seconds) = $0 { Date(timeIntervalSince1970: seconds) } else { nil }
    }
  }

  /// The texts for a key; `nil` when there are none or one of them is not text.
  public func decodeStrings(forKey key: String) -> [String]? {
    value(forKey: key) { value in
      guard let values = value.array else { return nil }
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    }
  }

  /// The `Codable` value for a key; `nil` when it is missing or does not decode.
  public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: String) -> Decoded? {
    value(forKey: key) { value in
      guard case .data(let data) = value else { return nil }
      return try? JSONDecoder().decode(type, from: data)
    }
  }
}

extension Value {
  /// The text, if it is one.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The values in order, if it is a list.
  var array: [Value]? { if case .array(let values) = self { values } else { nil } }

  /// The values by name, if it is a dictionary.
  var dictionary: [String: Value]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}
