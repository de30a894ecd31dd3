/// A field of an item; ``FieldCatalogue`` says how it is stored, formatted, parsed and searched.
///
/// The raw value is its key in drafts, in state and in JSON: never change one.
public enum ItemField: String, Codable, CaseIterable, Sendable {
  /// The name; required.
  case name
  /// One line about the item.
  case description
  /// The category; chosen.
  case category
  /// The place; chosen.
  case place
  /// Tags, separated by `;`.
  case tags
  /// The quantity.
  case quantity
  /// The unit of the quantity.
  case unit
  /// The asset number, as on the label.
  case assetNumber
  /// The maker.
  case manufacturer
  /// The maker's model number.
  case modelNumber
  /// The serial number.
  case serialNumber
  /// Its condition.
  case condition
  /// The price paid for one.
  case purchasePrice
  /// When it was bought.
  case purchaseDate
  /// Where it was bought.
  case purchaseFrom
  /// The order or invoice number.
  case orderReference
  /// The cost of buying a new one.
  case replacementValue
  /// The date of the replacement value.
  case replacementDate
  /// Whether it is insured; `true` or `false`.
  case insured
  /// The last day of the warranty.
  case warrantyUntil
  /// Whether it has a lifetime warranty; `true` or `false`.
  case lifetimeWarranty
  /// The terms of the warranty.
  case warrantyDetails
  /// A task that recurs: `Descale`.
  case maintenance
  /// The time from one maintenance to the next: `6m`.
  case maintenanceInterval
  /// The day of the next maintenance.
  case maintenanceDue
  /// A line for each maintenance that was done, the latest first.
  case maintenanceLog
  /// A web address.
  case link
  /// Several lines of notes.
  case notes
  /// The rating of a book, a record, a film, a series or a game: `film:FSK 16`.
  case rating
  /// Whether it is archived; `true` or `false`.
  case archived
  /// The borrower.
  case lentTo
  /// Since when.
  case lentDate
  /// The day by which it should be back.
  case dueBack
  /// When it was sold.
  case soldDate
  /// The buyer.
  case soldTo
  /// The price received.
  case soldPrice
  /// Several lines about the sale.
  case soldNotes

  /// The item that it belongs to or is in.
  case parent = "parentReference"
  /// Its identifier in the file that it was imported from.
  case importReference
  /// When it went to the trash; forms and exports leave it out.
  case trashed
  /// Its position in the order that the user gave the items; no screen and no output shows it.
  case position

  /// The first fields of the form, whatever their group.
  public static let leading: [ItemField] = [
    .name, .place, .category, .purchasePrice, .purchaseDate,
  ]

  /// The fields of the form in order: the leading ones, then group by group.
  public static let inForm: [ItemField] =
    leading
    + FieldGroup.allCases.flatMap { group in
      allCases.filter { field in
        field.group == group && !leading.contains(field)
          && ![.parent, .importReference, .trashed, .position].contains(field)
      }
    }

  /// Whether the value is chosen from a list, so that drafts keep it with the choices.
  public var isChoice: Bool { definition.kind == .choice }

  /// Whether it holds a day.
  public var isDate: Bool { definition.kind == .date }

  /// Whether the field is a switch; its text is `true` or `false`.
  public var isFlag: Bool { definition.kind == .flag || definition.kind == .moment }

  /// Whether the text may have several lines.
  public var hasLines: Bool { definition.kind == .lines }

  /// Whether it is the date of something that has happened, unlike the end of a warranty.
  public var hasHappened: Bool {
    [.purchaseDate, .replacementDate, .lentDate, .soldDate].contains(self)
  }

  /// Its group in the form.
  public var group: FieldGroup { definition.group }

  /// Its row in the catalogue.
  public var definition: FieldDefinition { FieldCatalogue[self] }
}
