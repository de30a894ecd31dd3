/// What a field holds, and so how it is stored, read from a text and written as one.
package enum FieldKind: Sendable, Hashable {
  /// One line of text; empty: nothing known.
  case text
  /// As many lines as wanted.
  case lines
  /// An amount in minor units of the inventory's currency; nil: not known.
  case money
  /// A day; nil: not known.
  case date
  /// Yes or no.
  case flag
  /// Yes or no to a person; the moment of the yes is stored.
  case moment
  /// How many: zero or more.
  case quantity
  /// The number on the label.
  case assetNumber
  /// Words that group items, apart by `;`; kept in tables of their own.
  case tags
  /// A name that other programs gave; nil where there is none.
  case code
  /// Another row, picked from a list; its identity.
  case choice

  /// Whether it is a text as a person wrote it.
  var isText: Bool { self == .text || self == .lines || self == .code }

  /// The type of the column of a field that is added to a table with rows in it; nil where there is
  /// more to do than to add a column.
  var columnType: String? {
    switch self {
    case .text, .lines: "TEXT NOT NULL DEFAULT ''"
    case .date, .code: "TEXT"
    case .money, .moment: "INTEGER"
    case .flag: "INTEGER NOT NULL DEFAULT 0"
    case .quantity: "REAL NOT NULL DEFAULT 1"
    case .assetNumber, .tags, .choice: nil
    }
  }

  /// The condition, as SQL, under which a column of this kind says something.
  func isUsed(_ column: String) -> String {
    switch self {
    case .text, .lines: "\(column) <> ''"
    case .flag: "\(column) <> 0"
    case .money, .date, .moment, .quantity, .assetNumber, .tags, .code, .choice:
      "\(column) IS NOT NULL"
    }
  }

  /// The text of a value: what a form shows and what an export writes.
  ///
  /// A choice has none of its own.
  func text(_ value: ColumnValue, currency: Currency) -> String {
    switch self {
    case .text, .lines, .code, .date: value.text ?? ""
    case .money:
      value.integer.map { Money(minor: $0, currency: currency).plainText } ?? ""
    case .flag: value.integer == 1 ? "true" : "false"
    case .moment: value == .null ? "false" : "true"
    case .quantity: value.real.map(Quantity.text) ?? ""
    case .assetNumber: value.integer.map(AssetNumber.text) ?? ""
    case .tags: Self.tags(in: value.text ?? "").joined(separator: "; ")
    case .choice: ""
    }
  }

  /// The tags in a text: what stands between its `;`.
  package static func tags(in text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmedOfBlanks }.filter { !$0.isEmpty }
  }
}
