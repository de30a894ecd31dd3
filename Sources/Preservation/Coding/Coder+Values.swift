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
    if case .bool(true) = value(forKey: key) { true } else { false }
  }

  /// The whole number for a key, if it fits into `Int`.
  public func decodeInt(forKey key: String) -> Int? {
    if case .int(let number) = value(forKey: key) { Int(exactly: number) } else { nil }
  }

  /// The floating point number for a key.
  public func decodeDouble(forKey key: String) -> Double? {
    if case .double(let number) = value(forKey: key) { number } else { nil }
  }

  /// The text for a key.
  public func decodeString(forKey key: String) -> String? {
    if case .string(let text) = value(forKey: key) { text } else { nil }
  }

  /// The bytes for a key.
  public func decodeData(forKey key: String) -> Data? {
    if case .data(let data) = value(forKey: key) { data } else { nil }
  }

  /// The moment for a key.
  public func decodeDate(forKey key: String) -> Date? {
    if case .date(let seconds) = value(forKey: key) {
      Date(timeIntervalSince1970: seconds)
    } else {
      nil
    }
  }

  /// The texts for a key; `nil` when there are none or one of them is not text.
  public func decodeStrings(forKey key: String) -> [String]? {
    guard case .array(let values) = value(forKey: key) else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The `Codable` value for a key; `nil` when it is missing or does not decode.
  public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: String) -> Decoded? {
    guard let data = decodeData(forKey: key) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }
}
