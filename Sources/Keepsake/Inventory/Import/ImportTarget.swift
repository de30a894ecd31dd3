/// The meaning of a column in a file of belongings.
public enum ImportTarget: Hashable, Sendable {
  /// A field of an item.
  case field(ItemField)
  /// A custom field with a name.
  case custom(String)
  /// The source's own identifier of a row.
  case identity
  /// The currency of the row's prices.
  case currency
  /// Not imported.
  case ignored

  /// The fields that a column can be imported as.
  public static let fields = ItemField.inForm + [.parent]

  private static let customPrefix = "field."

  /// The text in a map file: `purchase-price`, `field.Colour`, `id`, `currency`, or `-` for nothing.
  public var text: String {
    switch self {
    case .field(.parent): "parent-id"
    case .field(let field): Self.name(of: field)
    case .custom(let name): Self.customPrefix + name
    case .identity: "id"
    case .currency: "currency"
    case .ignored: "-"
    }
  }

  /// Parses the text in a map file; `nil` if it has no meaning.
  public init?(text: String) {
    let text = text.trimmedOfBlanks
    if text.hasPrefix(Self.customPrefix) {
      let name = String(text.dropFirst(Self.customPrefix.count)).trimmedOfBlanks
      guard !name.isEmpty, !FieldCatalogue.reservedNames.contains(Item.asciiLowercased(name)) else {
        return nil
      }
      self = .custom(name)
      return
    }
    let all: [ImportTarget] = [.identity, .currency, .ignored] + Self.fields.map { .field($0) }
    guard let found = all.first(where: { $0.text == Item.asciiLowercased(text) }) else {
      return nil
    }
    self = found
  }

  /// Whether several columns can have this meaning: their values are joined.
  var isJoined: Bool {
    switch self {
    case .field(.place), .field(.tags), .field(.notes), .field(.lentTo), .identity, .ignored: true
    case .field, .custom, .currency: false
    }
  }

  private static func name(of field: ItemField) -> String {
    field.rawValue.reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }
}
