/// What tells a private item without its keys.
extension Item {
  /// The name of the custom field with what is sealed.
  static let sealedField = "keepsake-private"

  /// What a private item is called by everything that cannot open it.
  public static let privateName = "Private item"

  /// The most characters of what is sealed: all texts of an item as long as they may be.
  static let maximumSealedCharacters = 16 << 20

  /// Whether it is private and masked.
  public var isMasked: Bool { sealedText != nil }

  /// Whether it is private, in either form.
  public var isKeptPrivate: Bool { isPrivate || isMasked }

  /// The custom fields that a person made.
  public var shownFields: [CustomField] { fields.filter { $0.name != Self.sealedField } }

  var sealedText: String? { fields.first { $0.name == Self.sealedField }?.value }
}
