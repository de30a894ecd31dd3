/// A field of an item; ``FieldCatalogue`` says of each how it is stored, written, read and found.
///
/// The raw value is its key in drafts, in state and in JSON: never change one.
public enum ItemField: String, Codable, CaseIterable, Sendable {
  /// The name; required.
  case name
  /// One line about the item.
  case description
  /// The category; picked.
  case category
  /// The place; picked.
  case place
  /// Tags, separated by `;`.
  case tags
  /// How many.
  case quantity
  /// What the quantity counts.
  case unit
  /// The number on the label.
  case assetNumber
  /// The maker.
  case manufacturer
  /// The maker's model number.
  case modelNumber
  /// The serial number.
  case serialNumber
  /// The state it is in.
  case condition
  /// What was paid for one.
  case purchasePrice
  /// When it was bought.
  case purchaseDate
  /// Where it was bought.
  case purchaseFrom
  /// The order or invoice number.
  case orderReference
  /// What buying it anew would cost.
  case replacementValue
  /// When that was looked up.
  case replacementDate
  /// Whether a policy covers it; `true` or `false`.
  case insured
  /// The last day of the warranty.
  case warrantyUntil
  /// Whether the warranty never ends; `true` or `false`.
  case lifetimeWarranty
  /// What the warranty says.
  case warrantyDetails
  /// A web address.
  case link
  /// As many lines as wanted.
  case notes
  /// Whether it is out of sight; `true` or `false`.
  case archived
  /// When it was sold.
  case soldDate
  /// Who bought it.
  case soldTo
  /// What was received for it.
  case soldPrice
  /// About the sale, in as many lines as wanted.
  case soldNotes

  /// The item that it belongs to or lies in.
  case parent = "parentReference"
  /// Its name in the file that it came from.
  case importReference
  /// When it went to the trash; no output shows it, because none shows what is in the trash.
  case trashed

  /// The fields that are asked for first, whatever group they are of.
  package static let leading: [ItemField] = [
    .name, .place, .category, .purchasePrice, .purchaseDate,
  ]

  /// The fields of the form, in its order: those that lead, then group by group.
  public static let inForm: [ItemField] =
    leading
    + FieldGroup.allCases.flatMap { group in
      allCases.filter { field in
        field.group == group && !leading.contains(field)
          && ![.parent, .importReference, .trashed].contains(field)
      }
    }

  /// Whether the value is picked from a list and stands among a draft's choices, not its texts.
  public var isChoice: Bool { definition.kind == .choice }

  /// Whether the field is a switch; its text is `true` or `false`.
  public var isFlag: Bool { definition.kind == .flag || definition.kind == .moment }

  /// Whether the text may have several lines.
  public var hasLines: Bool { definition.kind == .lines }

  /// What it is about.
  package var group: FieldGroup { definition.group }

  /// What the catalogue says of it.
  package var definition: FieldDefinition { FieldCatalogue[self] }
}
