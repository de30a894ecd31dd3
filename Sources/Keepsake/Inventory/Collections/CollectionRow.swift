import Foundation
import Storage

/// A row of a Homebox table with its values as text.
///
/// Homebox's databases write booleans as `true` or `1`, and numbers with or without decimals; all are
/// accepted. Null and empty mean no value.
struct CollectionRow {
  private var values: [String: Value] = [:]

  private enum Value {
    case text(String)
    /// Apart from other numbers, of which long ones lose digits.
    case whole(Int64)
    case number(Double)
    /// A list or an object.
    case other
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ row: KeyedDecodingContainer<Key>) throws {
    for key in row.allKeys {
      if try row.decodeNil(forKey: key) { continue }
      if let text = try? row.decode(String.self, forKey: key) {
        if !text.isEmpty { values[key.stringValue] = .text(text) }
      } else if let flag = try? row.decode(Bool.self, forKey: key) {
        values[key.stringValue] = .text(flag ? "true" : "false")
      } else if let number = try? row.decode(Int64.self, forKey: key) {
        values[key.stringValue] = .whole(number)
      } else if let number = try? row.decode(Double.self, forKey: key) {
        values[key.stringValue] = .number(number)
      } else {
        values[key.stringValue] = .other
      }
    }
  }

  /// The text of a column; empty for no value.
  func text(_ column: String) -> String {
    switch values[column] {
    case .text(let text): text
    case .whole(let number): String(number)
    case .number(let number): Quantity.text(number)
    case .other, nil: ""
    }
  }

  /// The names of the columns with a value other than blank, zero, `false` and the time that means none.
  var filled: [String] {
    values.keys.filter { name in
      switch values[name] {
      case .text(let text): !["false", CollectionLayout.noTime].contains(text)
      case .whole(let number): number != 0
      case .number(let number): number != 0
      case .other: true
      case nil: false
      }
    }
  }

  /// Whether a column is true.
  func flag(_ column: String) -> Bool {
    ["true", "1", "t", "T", "TRUE", "True"].contains(text(column))
  }

  /// The text of a column as a CSV file would have it.
  func text(_ column: String, as kind: FieldKind) -> String {
    switch (kind, values[column]) {
    case (.assetNumber, .whole(let number)):
      return number > 0 ? AssetNumber.text(number) : ""
    case (.date, _): return Self.day(text(column))
    default: return text(column)
    }
  }

  /// The day of a time.
  private static func day(_ text: String) -> String {
    let head = text.prefix(10)
    guard head.utf8.count == 10, head.utf8.dropFirst(4).first == UInt8(ascii: "-") else {
      return text
    }
    return text.hasPrefix(CollectionLayout.noTime.prefix(10)) ? "" : String(head)
  }

  /// The day of a time, or the time itself if it is not midnight.
  private static func dayOrTime(_ text: String) -> String {
    let day = day(text)
    let time = text.dropFirst(10).dropFirst().prefix { !"Z+-".contains($0) }
    return time.contains { $0.isNumber && $0 != "0" } && !day.isEmpty ? text : day
  }

  /// The value of a custom field; empty if there is none.
  var fieldValue: String {
    switch text("type") {
    case "number": text("number_value")
    case "boolean": flag("boolean_value") ? "true" : "false"
    case "time": Self.dayOrTime(text("time_value"))
    default: text("text_value")
    }
  }
}

/// A table of Homebox: its rows, and the columns that at least one of them has.
struct CollectionTable: Decodable {
  private(set) var rows: [CollectionRow] = []
  private(set) var columns: Set<String> = []

  init(from decoder: any Decoder) throws {
    var table = try decoder.unkeyedContainer()
    rows.reserveCapacity(table.count ?? 0)
    while !table.isAtEnd {
      let row = try table.nestedContainer(keyedBy: CollectionRow.Key.self)
      for key in row.allKeys { columns.insert(key.stringValue) }
      rows.append(try CollectionRow(row))
    }
  }
}

/// A value of a column for JSON.
enum CollectionValue: Encodable {
  case text(String)
  case number(Double)
  case whole(Int64)
  case flag(Bool)
  case nothing

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .whole(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .nothing: try container.encodeNil()
    }
  }

  /// The value of an item's field in Homebox; `nil` leaves the column out, so that Homebox uses its
  /// default, as for an unknown price.
  init?(_ definition: FieldDefinition, of item: Item, in currency: Currency) {
    let value = definition.value(of: item)
    switch definition.kind {
    case .money:
      guard let minor = value.integer else { return nil }
      self = .number(Double(minor) / currency.minorUnits)
    case .quantity: self = .number(value.real ?? 1)
    case .assetNumber: self = .whole(value.integer ?? 0)
    case .flag: self = .flag(value.integer == 1)
    case .moment: self = .flag(value != .null)
    case .date: self = value.text.map { .text($0 + "T00:00:00Z") } ?? .nothing
    case .text, .lines, .code, .rating, .interval, .tags, .choice:
      self = .text(value.text ?? "")
    case .position: return nil
    }
  }

  /// A time.
  static func moment(_ timestamp: Timestamp) -> CollectionValue { .text(rfc3339(timestamp)) }

  /// A time in RFC 3339, in UTC.
  static func rfc3339(_ timestamp: Timestamp) -> String {
    universalTimeText(time_t(timestamp / 1000))
  }
}
