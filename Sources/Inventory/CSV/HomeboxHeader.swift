/// The meaning of each column of a file, from its header.
struct HomeboxHeader {
  enum Meaning {
    case field(FieldDefinition)
    case customField(String)
    case ignored
  }

  let meanings: [Meaning]
  /// Whether an earlier column has the same meaning (tags and labels): this one then fills in blanks only.
  let isRepeated: [Bool]
  /// The names in the file, for messages.
  let names: [String]

  /// Parses a header.
  ///
  /// - Throws: `badData` if there is no column for names.
  init(_ record: CSVRecord) throws(InventoryError) {
    names = record.fields.map(\.trimmedOfBlanks)
    meanings = names.map { name in
      if let field = FieldCatalogue.field(header: name) { return .field(field) }
      let prefix = FileColumn.ourPrefix
      guard name.utf8.count > prefix.utf8.count,
        Item.asciiLowercased(String(name.prefix(prefix.count))) == Item.asciiLowercased(prefix)
      else { return .ignored }
      return .customField(String(name.dropFirst(prefix.count)).trimmedOfBlanks)
    }
    var seen: Set<ItemField> = []
    isRepeated = meanings.map { meaning in
      guard case .field(let definition) = meaning else { return false }
      return !seen.insert(definition.field).inserted
    }
    guard seen.contains(.name) else {
      throw InventoryError(
        .badData, "the first line has no column “HB.name”; this does not look like a Homebox file")
    }
  }
}
