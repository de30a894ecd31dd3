extension Item {
  /// The maximum length of a text, in bytes.
  public static let maximumTextBytes = Bounds.textBytes

  /// The maximum length of an import reference, in characters.
  static let maximumReferenceCharacters = Bounds.referenceCharacters

  /// The item in the form to store: names trimmed, tags sorted, empty fields removed.
  ///
  /// - Throws: `badData` for the first value that cannot be stored.
  public func normalized() throws(InventoryError) -> Item {
    var item = self
    item.name = name.trimmedOfBlanks
    guard !item.name.isEmpty else { throw InventoryError(.badData, "an item needs a name") }
    guard item.hasStorableTexts else {
      throw InventoryError(.badData, "a text of “\(item.name)” is too long or contains a NUL")
    }
    guard quantity.isFinite, quantity >= 0, quantity <= Quantity.maximum else {
      throw InventoryError(.badData, "the quantity of “\(item.name)” must be zero or more")
    }
    if let reference = importReference {
      guard !reference.isEmpty, reference.unicodeScalars.count <= Self.maximumReferenceCharacters
      else {
        throw InventoryError(
          .badData,
          "an import reference must have 1 to \(Self.maximumReferenceCharacters) characters")
      }
    }
    item.tags = try Self.normalized(tags: tags)
    item.fields = try Self.normalized(fields: fields)
    return item
  }

  static func normalized(tags: [String]) throws(InventoryError) -> [String] {
    if tags.isEmpty { return tags }
    var result: [String] = []
    var seen: Set<String> = []
    for tag in tags.lazy.map(\.trimmedOfBlanks) where !tag.isEmpty {
      guard !tag.utf8.contains(UInt8(ascii: ";")), !tag.utf8.contains(0),
        tag.utf8.count <= Bounds.nameBytes
      else {
        throw InventoryError(.badData, "a tag cannot contain “;”, which separates tags")
      }
      if seen.insert(asciiLowercased(tag)).inserted { result.append(tag) }
    }
    return result.sorted { ($0.utf8).lexicographicallyPrecedes($1.utf8) }
  }

  static func normalized(fields: [CustomField]) throws(InventoryError) -> [CustomField] {
    if fields.isEmpty { return fields }
    var result: [CustomField] = []
    var seen: Set<String> = []
    for field in fields where !field.value.isEmpty {
      let name = field.name.trimmedOfBlanks
      let key = asciiLowercased(name)
      guard !name.isEmpty, name.utf8.count <= Bounds.nameBytes else {
        throw InventoryError(.badData, "a custom field needs a name")
      }
      guard !FieldCatalogue.reservedNames.contains(key) else {
        throw InventoryError(.badData, "“\(name)” is a built-in field, not a custom field")
      }
      guard seen.insert(key).inserted else {
        throw InventoryError(.badData, "the custom field “\(name)” occurs twice")
      }
      result.append(CustomField(name: name, value: field.value))
    }
    return result.sorted { ($0.name.utf8).lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Lower case by the rules of SQLite's NOCASE: ASCII letters only.
  public static func asciiLowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// Checks that an item doesn't become larger than a household can pass on; a larger one may stay so, and shrink.
  func checkSize(former: Item?) throws(InventoryError) {
    let count = tags.count + fields.count
    guard count <= max(Bounds.namesPerItem, former.map { $0.tags.count + $0.fields.count } ?? 0)
    else {
      throw InventoryError(
        .badData,
        "“\(name)” has \(count) tags and custom fields; an item can have at most \(Bounds.namesPerItem)"
      )
    }
    let bytes = textBytes
    guard bytes <= Bounds.itemBytes || bytes <= former?.textBytes ?? 0 else {
      throw InventoryError(
        .badData,
        "the texts of “\(name)” are too long: at most \(Bounds.itemBytes >> 20) MiB in total")
    }
  }

  /// The bytes of all texts.
  private var textBytes: Int {
    tags.reduce(0) { $0 + $1.utf8.count }
      + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + FieldCatalogue.texts.reduce(0) { $0 + ($1.value(of: self).text ?? "").utf8.count }
  }

  private var hasStorableTexts: Bool {
    func isStorable(_ text: String) -> Bool {
      text.utf8.count <= Self.maximumTextBytes && !text.utf8.contains(0)
    }
    return FieldCatalogue.texts.allSatisfy { isStorable($0.value(of: self).text ?? "") }
      && fields.allSatisfy { field in
        isStorable(field.name)
          && (field.name == Self.sealedField
            ? field.value.utf8.count <= Self.maximumSealedCharacters : isStorable(field.value))
      }
  }
}

/// Turns custom fields into fields of the same name that came later.
extension Item {
  /// Moves the values of custom fields into the fields of their names.
  ///
  /// A value that the field cannot take stays in a custom field under another name, so nothing is lost.
  mutating func adoptFields(currency: Currency, at time: Timestamp) {
    guard fields.contains(where: { Self.field(named: $0.name) != nil }) else { return }
    for custom in fields {
      guard let definition = Self.field(named: custom.name) else { continue }
      fields.removeAll { $0 == custom }
      if let value = definition.adopted(custom.value, currency: currency) {
        definition.put(value, in: &self, at: time)
      } else {
        let name = Self.freeName(for: custom.name) { name in
          fields.contains { Self.asciiLowercased($0.name) == Self.asciiLowercased(name) }
        }
        fields.append(CustomField(name: name, value: custom.value))
      }
    }
  }

  /// Clears the fields of custom fields that were removed.
  mutating func emptyFields(named names: some Sequence<String>, at time: Timestamp) {
    for name in names { Self.field(named: name)?.put(.null, in: &self, at: time) }
  }

  /// The field of a name that Homebox lacks, ignoring case.
  public static func field(named name: String) -> FieldDefinition? {
    let key = asciiLowercased(name)
    guard FieldCatalogue.reservedNames.contains(key) else { return nil }
    return FieldCatalogue.field(header: FileColumn.ourPrefix + name)
  }

  /// A free name for a custom field whose value the field cannot take.
  static func freeName(for name: String, isTaken: (String) throws -> Bool) rethrows -> String {
    var free = "\(name) (as typed)"
    var number = 2
    while try isTaken(free) {
      free = "\(name) (as typed \(number))"
      number += 1
    }
    return free
  }
}

extension FieldDefinition {
  /// Parses the text of a custom field for this field; `nil` if it cannot be parsed.
  ///
  /// It is as a person wrote it, so it is unknown which number of `5/6/2026` is the day.
  func adopted(_ text: String, currency: Currency) -> ColumnValue? {
    guard kind != .choice else { return nil }
    return try? kind.parse(text, FieldReading(currency: currency, dateOrder: .unknown))
  }
}
