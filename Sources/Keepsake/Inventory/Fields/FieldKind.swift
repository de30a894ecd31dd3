/// The type of a field, which determines how it is stored, parsed and formatted.
public enum FieldKind: Sendable, Hashable {
  /// A line of text; empty if unknown.
  case text
  /// Several lines of text.
  case lines
  /// An amount in minor units of the inventory's currency; `nil` if unknown.
  case money
  /// A day; `nil` if unknown.
  case date
  /// Yes or no.
  case flag
  /// A flag to the person; stored as the time of the yes.
  case moment
  /// A quantity, zero or more.
  case quantity
  /// The asset number.
  case assetNumber
  /// Tags separated by `;`, stored in tables of their own.
  case tags
  /// An identifier from another program; `nil` if there is none.
  case code
  /// A rating in a medium; empty if there is none.
  case rating
  /// A reference to another row, chosen from a list.
  case choice
  /// A position in an order that the user made; 0 if they made none. No screen and no file shows it.
  case position

  /// Whether the values are text as a person wrote it.
  var isText: Bool { [.text, .lines, .code, .rating].contains(self) }

  /// The type of a column added to a table with rows; `nil` if that takes more than adding a column.
  var columnType: String? {
    switch self {
    case .text, .lines, .rating: "TEXT NOT NULL DEFAULT ''"
    case .date, .code: "TEXT"
    case .money, .moment: "INTEGER"
    case .flag, .position: "INTEGER NOT NULL DEFAULT 0"
    case .quantity: "REAL NOT NULL DEFAULT 1"
    case .assetNumber, .tags, .choice: nil
    }
  }

  /// The value of an empty field.
  var blank: ColumnValue {
    switch self {
    case .text, .lines, .rating, .tags: .text("")
    case .flag, .moment, .position: .integer(0)
    case .quantity: .real(1)
    case .money, .date, .assetNumber, .code, .choice: .null
    }
  }

  /// The SQL condition under which a column of this kind has a value.
  func isUsed(_ column: String) -> String {
    switch self {
    case .text, .lines, .rating: "\(column) <> ''"
    case .flag, .position: "\(column) <> 0"
    case .money, .date, .moment, .quantity, .assetNumber, .tags, .code, .choice:
      "\(column) IS NOT NULL"
    }
  }

  /// The text of a value in forms and exports.
  ///
  /// A choice has none.
  func text(_ value: ColumnValue, currency: Currency) -> String {
    switch self {
    case .text, .lines, .code, .rating, .date: value.text ?? ""
    case .money:
      value.integer.map { Money(minor: $0, currency: currency).plainText } ?? ""
    case .flag: value.integer == 1 ? "true" : "false"
    case .moment: value == .null ? "false" : "true"
    case .quantity: value.real.map(Quantity.text) ?? ""
    case .assetNumber: value.integer.map(AssetNumber.text) ?? ""
    case .tags: Self.tags(in: value.text ?? "").joined(separator: "; ")
    case .choice, .position: ""
    }
  }

  /// The tags of a text, separated by `;`.
  public static func tags(in text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmedOfBlanks }.filter { !$0.isEmpty }
  }
}
