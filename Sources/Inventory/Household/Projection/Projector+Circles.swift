import Household

/// Two homes may each put one thing into the other; together that is a circle.
extension Projector {
  /// Whether a row must not lie where it was put: it closes a circle, and was put there last.
  ///
  /// Where another row was put there last, that one is taken out, and this one may stay.
  func isCut(_ id: RowID, _ column: String) throws -> Bool {
    guard let kind = SharedKind(rawValue: id.kind) else { return false }
    var links: [(row: RowID, sequence: Int64)] = []
    var current = id
    while let row = try tables.row(current), let next = row.value(column).text {
      links.append((current, row.sequence(column)))
      current = kind.row(next)
      if current == id { break }
      // A circle that this row only leads to is the affair of the rows in it.
      guard !links.contains(where: { $0.row == current }) else { return false }
    }
    guard current == id, let last = links.max(by: { $0.sequence < $1.sequence }) else {
      return false
    }
    if last.row == id { return true }
    try takeOut(last.row, kind)
    return false
  }

  /// Puts a row at the top for now; where it was put stays pending.
  func takeOut(_ id: RowID, _ kind: SharedKind) throws {
    guard let uuid = SharedKey.uuid(id.key) else { return }
    switch kind {
    case .place:
      guard let stored = try StoredPlace.fetch(db, uuid: uuid), stored.parentID != nil else {
        return
      }
      var place = stored.place
      place.parent = nil
      if let row = try tables.row(id) {
        place.name = try freeName(row.value("name").text ?? place.name, in: nil, of: id, row)
      }
      _ = try PlaceTree.update(stored, to: place, in: transaction)
    default:
      guard let stored = try StoredItem.fetch(db, uuid: uuid), stored.item.parent != nil else {
        return
      }
      var item = stored.item
      item.parent = nil
      _ = try ItemWriter.update(stored, to: item, in: transaction)
    }
    try finish(id, kind)
  }
}
