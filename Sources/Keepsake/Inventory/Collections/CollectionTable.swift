/// A table of Homebox: its rows, and the columns that at least one of them has.
struct CollectionTable: Decodable {
  private(set) var rows: [CollectionRow] = []
  private(set) var columns: Set<String> = []

  init(from decoder: any Decoder) throws {
    var table = try decoder.unkeyedContainer()
    rows.reserveCapacity(table.count ?? 0)
    while !table.isAtEnd {
      let row = try table.nestedContainer(keyedBy: CollectionRow.Key.self)
      for key in row.allKeys { columns.insert(key.stringValue) }
      rows.append(try CollectionRow(row))
    }
  }
}
