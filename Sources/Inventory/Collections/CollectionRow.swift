import Foundation

/// One row of a table of Homebox, with what it says in text.
///
/// The databases below Homebox write truth as `true` or `1` and numbers with or without decimals: all of
/// that is read. What is null or empty says nothing.
struct CollectionRow: Decodable {
  private var values: [String: Value] = [:]

  private enum Value {
    case text(String)
    case number(Double)
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: Key.self)
    for key in row.allKeys {
      if try row.decodeNil(forKey: key) { continue }
      if let text = try? row.decode(String.self, forKey: key) {
        if !text.isEmpty { values[key.stringValue] = .text(text) }
      } else if let flag = try? row.decode(Bool.self, forKey: key) {
        values[key.stringValue] = .text(flag ? "true" : "false")
      } else if let number = try? row.decode(Double.self, forKey: key) {
        values[key.stringValue] = .number(number)
      }
    }
  }

  /// What the column says; empty: nothing.
  func text(_ column: String) -> String {
    switch values[column] {
    case .text(let text): text
    case .number(let number): Quantity.text(number)
    case nil: ""
    }
  }

  /// Whether the column says yes.
  func flag(_ column: String) -> Bool {
    ["true", "1", "t", "T", "TRUE", "True"].contains(text(column))
  }

  /// What the column says, as a CSV file would say it of a field of that kind.
  func text(_ column: String, as kind: FieldKind, in currency: Currency) -> String {
    switch (kind, values[column]) {
    case (.money, .number(let amount)):
      // A price went through binary fractions: 19.99 may have come out as 19.989999999999998.
      guard let minor = Int64(exactly: (amount * currency.minorUnits).rounded()) else {
        return text(column)
      }
      return kind.text(.integer(minor), currency: currency)
    case (.assetNumber, .number(let number)):
      return Int64(exactly: number).map { $0 > 0 ? AssetNumber.text($0) : "" } ?? text(column)
    case (.date, _): return Self.day(text(column))
    default: return text(column)
    }
  }

  /// The day of a moment.
  private static func day(_ text: String) -> String {
    let head = text.prefix(10)
    guard head.utf8.count == 10, head.utf8.dropFirst(4).first == UInt8(ascii: "-") else {
      return text
    }
    return text.hasPrefix(CollectionLayout.noTime.prefix(10)) ? "" : String(head)
  }

  /// What a custom field holds.
  var fieldValue: String {
    switch text("type") {
    case "number": text("number_value")
    case "boolean": flag("boolean_value") ? "true" : "false"
    case "time": Self.day(text("time_value"))
    default: text("text_value")
    }
  }
}
