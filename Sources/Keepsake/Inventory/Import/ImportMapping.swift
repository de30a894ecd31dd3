/// The meaning of every column of a file, in the order of the file.
public struct ImportMapping: Hashable, Sendable {
  /// A column and its meaning.
  public struct Column: Hashable, Sendable {
    /// The name in the header; empty for a column without one.
    public var name: String
    /// Its meaning.
    public var target: ImportTarget
  }

  /// The columns.
  public var columns: [Column]

  /// Guesses a mapping from the names of the columns.
  ///
  /// - Parameter source: The program that wrote the file; `nil` if it is unknown.
  init(guessing header: [String], source: KnownSource?) {
    columns = header.map { name in
      Column(
        name: name, target: source?.target(of: name) ?? ColumnAliases.target(of: name) ?? .ignored)
    }
    for index in columns.indices {
      let name = columns[index].name
      guard !name.isEmpty, source?.target(of: name) == nil else { continue }
      if ColumnAliases.target(of: name) == nil {
        columns[index].target = .custom(Self.bareName(name))
      }
    }
    resolveTotals(header, source)
    resolveName()
    resolveRepeats()
  }

  /// The same columns with other meanings, in the order of the file.
  func with(_ targets: [ImportTarget]) -> ImportMapping {
    var mapping = self
    for (index, target) in zip(columns.indices, targets) { mapping.columns[index].target = target }
    return mapping
  }

  /// A total is the price only if no other column has one.
  private mutating func resolveTotals(_ header: [String], _ source: KnownSource?) {
    guard source == nil else { return }
    var hasPrice = columns.contains { $0.target == .field(.purchasePrice) }
    for index in columns.indices where ColumnAliases.isTotal(header[index]) {
      columns[index].target = hasPrice ? .ignored : .field(.purchasePrice)
      hasPrice = true
    }
  }

  /// Without a column for names, the description is the name.
  private mutating func resolveName() {
    guard !has(.field(.name)) else { return }
    let found = columns.firstIndex { $0.target == .field(.description) }
    if let found { columns[found].target = .field(.name) }
  }

  /// Of several columns for one field, the first has it, and the others become custom fields.
  private mutating func resolveRepeats() {
    var taken: Set<ImportTarget> = []
    var names = FieldCatalogue.reservedNames
    for index in columns.indices {
      let target = columns[index].target
      if !target.isJoined, !taken.insert(target).inserted || target.isCustom {
        guard !columns[index].name.isEmpty else { columns[index].target = .ignored; continue }
        let wanted =
          if case .custom(let name) = target { name } else { Self.bareName(columns[index].name) }
        columns[index].target = .custom(Self.free(wanted, &names))
      }
    }
  }

  private static func free(_ name: String, _ names: inout Set<String>) -> String {
    var (free, number) = (name, 2)
    while !names.insert(Item.asciiLowercased(free)).inserted {
      free = "\(name) \(number)"
      number += 1
    }
    return free
  }

  /// The name of a custom field for a column.
  private static func bareName(_ header: String) -> String {
    let own = ColumnAliases.ownName(header)
    let prefix = FileColumn.ourPrefix
    let isOurs =
      Item.asciiLowercased(String(own.prefix(prefix.count))) == Item.asciiLowercased(prefix)
    let name = isOurs ? String(own.dropFirst(prefix.count)).trimmedOfBlanks : own
    return name.isEmpty ? header : name
  }

  /// Whether a column has a meaning.
  func has(_ target: ImportTarget) -> Bool { columns.contains { $0.target == target } }

  /// The columns of fields of some kinds.
  func indices(of kinds: Set<FieldKind>) -> [Int] {
    columns.indices.filter { index in
      guard case .field(let field) = columns[index].target else { return false }
      return kinds.contains(field.definition.kind)
    }
  }

  /// The columns with a meaning.
  func indices(of target: ImportTarget) -> [Int] {
    columns.indices.filter { columns[$0].target == target }
  }
}

extension ImportTarget {
  fileprivate var isCustom: Bool { if case .custom = self { true } else { false } }
}

/// A mapping as the text of a file, one column a line: `Bezeichnung = name`.
extension ImportMapping {
  /// The lines.
  public var lines: [String] { columns.map { "\($0.name) = \($0.target.text)" } }

  /// The lines of a file that the command line reads back.
  public var fileLines: [String] {
    ["# A column of the file = what Keepsake imports it as; - leaves it out."] + lines
  }

  /// Parses the text of a map file for a header.
  ///
  /// - Throws: `badData` for a line that can't be understood, and for a column that the file doesn't have.
  init(text: String, header: [String], guess: ImportMapping) throws(InventoryError) {
    self = guess
    var waiting = Dictionary(grouping: header.indices) { Item.asciiLowercased(header[$0]) }
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = String(line).trimmedOfBlanks
      let isComment = line.hasPrefix("#") && !Self.names(line).contains { waiting[$0] != nil }
      if line.isEmpty || isComment { continue }
      let place = "line \(number + 1) of the map file"
      guard let equals = line.lastIndex(of: "=") else {
        throw InventoryError(.badData, "\(place): write it like Column = name")
      }
      let name = String(line[..<equals]).trimmedOfBlanks
      let text = String(line[line.index(after: equals)...]).trimmedOfBlanks
      guard let target = ImportTarget(text: text) else {
        let known = Self.fieldNames.joined(separator: ", ")
        throw InventoryError(
          .badData, "\(place): there is no field “\(text)”; the fields are \(known)")
      }
      guard let index = waiting[Item.asciiLowercased(name)]?.first else {
        throw InventoryError(.badData, "\(place): the file has no column “\(name)”")
      }
      waiting[Item.asciiLowercased(name)]?.removeFirst()
      columns[index].target = target
    }
    try check()
  }

  /// The name of the column in a line, in lower case; none without an equals sign.
  private static func names(_ line: String) -> [String] {
    line.lastIndex(of: "=").map { [Item.asciiLowercased(String(line[..<$0]).trimmedOfBlanks)] }
      ?? []
  }

  private static let fieldNames =
    ImportTarget.fields.map { ImportTarget.field($0).text } + ["field.NAME", "id", "currency", "-"]

  /// Checks that a column has the names, and that no field has two columns.
  func check() throws(InventoryError) {
    guard has(.field(.name)) else {
      let names = columns.prefix(8).map { "“\($0.name)”" }.joined(separator: ", ")
      throw InventoryError(
        .badData,
        "no column is for the names of items: the columns are \(names); name one with --map, for example "
          + "with the line \(columns.first { !$0.name.isEmpty }?.name ?? "Item") = name")
    }
    var seen: Set<ImportTarget> = []
    for column in columns where !column.target.isJoined && !seen.insert(column.target).inserted {
      throw InventoryError(.badData, "two columns are mapped to \(column.target.text)")
    }
  }

  /// The digest of a header, by which a mapping is remembered.
  static func fingerprint(of header: [String]) -> String {
    let text = header.map { Item.asciiLowercased($0) }.joined(separator: "\u{1F}")
    return MappedRow.Value.digest(text, bytes: 16)
  }
}
