/// An item in a file of Homebox, parsed by the same rules from a row of CSV and from a collection.
struct HomeboxRow {
  /// The values of the columns that hold one.
  private(set) var values: [(field: FieldDefinition, value: ColumnValue)] = []
  private(set) var name = ""
  private(set) var importReference: String?
  private(set) var parentReference: String?
  /// The path of the place.
  private(set) var location: String?
  private(set) var category: String?
  private(set) var tags: [String]?
  private(set) var assetNumber: Int64?
  /// The custom fields that have a value.
  private(set) var fields: [CustomField] = []

  /// The fields whose columns are all blank, or mark the value as unknown.
  private(set) var blanks: [FieldDefinition] = []
  /// The names of custom fields whose columns are all blank.
  private(set) var blankFields: [String] = []
  /// The columns that hold something and have no meaning.
  private(set) var unknown: [Int] = []

  /// A sentence about a value.
  struct Remark {
    var column: String
    var reason: String
  }

  /// Errors in values.
  private(set) var flaws: [Remark] = []
  /// The reading of values that could be read in two ways.
  private(set) var ambiguities: [Remark] = []
  /// Values that were kept next to another one of the same field.
  private(set) var keptBeside: [Remark] = []
  /// Numbers that had more decimals than fit.
  private(set) var rounded: [Remark] = []

  /// Whether the price paid is 0, which other programs write where it is not known.
  var costsNothing: Bool {
    values.contains { $0.field.field == .purchasePrice && $0.value == .integer(0) }
  }

  /// Parses the values under a header; those that cannot be parsed are in `flaws`.
  init(_ cells: [String], _ header: HomeboxHeader, _ reader: HomeboxValueReader) {
    values.reserveCapacity(header.groups.count)
    for group in header.groups {
      var first: Cell?
      var isMissing = false
      for (place, column) in group.columns.enumerated() {
        guard column < cells.count else {
          isMissing = true
          continue
        }
        let text = header.isGuarded ? GuardedText.unguarded(cells[column]) : cells[column]
        if text.isEmpty || (!group.keepsBlanks && text.isBlank) { continue }
        let cell = Cell(
          text: text, column: column, name: header.shownNames[column],
          customName: first == nil ? group.ownNames[place] : group.customNames[place],
          isGuarded: header.isGuarded)
        if let first {
          take(cell, beside: first, group, reader)
        } else if take(cell, group, reader) {
          first = cell
        }
      }
      if first == nil, !isMissing { takeBlank(group) }
    }
    if name.isEmpty { flaws.append(Remark(column: "HB.name", reason: "the name is missing")) }
  }

  /// A value that is not blank.
  private struct Cell {
    var text: String
    var column: Int
    var name: String
    var customName: String
    var isGuarded: Bool

    var tags: [String] {
      let tags = FieldKind.tags(in: text)
      return isGuarded ? tags.map(GuardedText.unguarded) : tags
    }
  }

  private mutating func takeBlank(_ group: HomeboxHeader.Group) {
    if let definition = group.definition {
      blanks.append(definition)
    } else if group.meaning != .unknown {
      blankFields.append(group.ownNames[0])
    }
  }

  /// Takes the first value of a field.
  ///
  /// - Returns: `false` if the text marks the value as unknown.
  private mutating func take(
    _ cell: Cell, _ group: HomeboxHeader.Group, _ reader: HomeboxValueReader
  ) -> Bool {
    if let definition = group.definition {
      do {
        return try take(cell, definition, reader)
      } catch {
        flaws.append(Remark(column: cell.name, reason: error.reason))
      }
    } else if group.meaning == .unknown {
      unknown.append(cell.column)
    } else {
      fields.append(CustomField(name: cell.customName, value: cell.text))
    }
    return true
  }

  private mutating func take(
    _ cell: Cell, _ definition: FieldDefinition, _ reader: HomeboxValueReader
  ) throws(HomeboxValueReader.Failure) -> Bool {
    let text = cell.text
    switch definition.field {
    case .name: name = text.trimmedOfBlanks
    case .importReference: importReference = try reader.value(text, .code).text
    case .parent: parentReference = try reader.value(text, .code).text
    case .place:
      guard !PlacePath.names(in: text).isEmpty else { return false }
      location = cell.isGuarded ? GuardedText.unguardedPath(text) : text
    case .category: category = text.trimmedOfBlanks
    case .tags:
      guard !cell.tags.isEmpty else { return false }
      tags = cell.tags
    case .assetNumber:
      assetNumber = try reader.value(text, .assetNumber).integer
      return assetNumber != nil
    default:
      let value = try reader.value(text, definition.kind)
      if value == .null { return false }
      values.append((definition, value))
      if let result = reader.rounding(of: text, to: value, definition.kind) {
        rounded.append(Remark(column: cell.name, reason: result))
      }
      if definition.kind == .date, let remark = reader.remark(on: text) {
        ambiguities.append(Remark(column: cell.name, reason: remark))
      }
    }
    return true
  }

  /// Adds another value of a field: drops it if it is the same, or keeps both.
  private mutating func take(
    _ cell: Cell, beside first: Cell, _ group: HomeboxHeader.Group, _ reader: HomeboxValueReader
  ) {
    if group.meaning == .unknown { return unknown.append(cell.column) }
    if reader.isUnknown(cell.text, group) { return }
    var result = "both are kept, this one as the field “\(cell.customName)”"
    if group.meaning == .field(.tags) {
      let more = cell.tags
      let known = Set((tags ?? []).map(Item.asciiLowercased))
      if known == Set(more.map(Item.asciiLowercased)) { return }
      tags = (tags ?? []) + more
      result = "the item has the tags of both"
    } else {
      if cell.text == first.text || reader.saysTheSame(cell.text, first.text, group) { return }
      fields.append(CustomField(name: cell.customName, value: cell.text))
    }
    let (one, other) = (reader.quoted(cell.text), reader.quoted(first.text))
    keptBeside.append(
      Remark(column: cell.name, reason: "\(one) is not \(other) of “\(first.name)”; \(result)"))
  }
}
