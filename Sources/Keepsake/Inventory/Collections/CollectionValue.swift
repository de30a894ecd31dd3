import Foundation
import Storage

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
    case .text, .lines, .code, .rating, .tags, .choice: self = .text(value.text ?? "")
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
