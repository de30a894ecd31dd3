import Foundation
import GRDB
import Household

extension Projector {
  func writePlace(_ id: RowID, _ row: SharedRow) throws {
    guard let uuid = SharedKey.uuid(id.key), let name = row.value("name").text else { return }
    let stored = try StoredPlace.fetch(db, uuid: uuid)
    let parent = try self.parent(of: id, row)
    var wanted = stored?.place ?? Place(uuid: uuid, name: name)
    wanted.parent = parent?.place.uuid
    wanted.notes = row.value("notes").text ?? ""
    let life = row.value(MergedRow.life).integer
    wanted.deletedAt = life
    wanted.name = life == nil ? try freeName(name, in: parent, of: id, row) : name
    if let stored {
      if life != nil {
        // Somebody else put them there, and did not know that the place would go.
        for child in try StoredPlace.children(db, of: stored.id) {
          try takeOut(SharedKind.place.row(child.place.uuid), .place)
        }
      }
      _ = try PlaceTree.update(stored, to: wanted, in: transaction)
      if wanted.isMasked, !stored.place.isMasked {
        try PlacePrivacyEdits.forgetFormerNames(of: uuid, db)
        try tables.forgetHistory(of: id)
      }
    } else {
      let new = try PlaceTree.insert(
        uuid: uuid, name: life == nil ? wanted.name : key(id), notes: wanted.notes, parent: parent,
        in: transaction)
      if life != nil { _ = try PlaceTree.update(new, to: wanted, in: transaction) }
      if wanted.isMasked { try tables.forgetHistory(of: id) }
    }
  }

  /// A name that no other place has, for one that comes into being in the trash.
  private func key(_ id: RowID) -> String { "trashed \(id.key)" }

  /// The place around another; none where it is not there, or where both would lie in each other.
  private func parent(of id: RowID, _ row: SharedRow) throws -> StoredPlace? {
    guard let key = row.value("parent").text, let uuid = SharedKey.uuid(key),
      try !isCut(id, "parent")
    else { return nil }
    if try StoredPlace.fetch(db, uuid: uuid)?.place.deletedAt != nil
      || StoredPlace.fetch(db, uuid: uuid) == nil
    {
      try write(SharedKind.place.row(key))
    }
    guard let parent = try StoredPlace.fetch(db, uuid: uuid), parent.place.deletedAt == nil else {
      return nil
    }
    return parent
  }

  /// The name of a place, or the name with a number where other places have it by earlier writes.
  func freeName(
    _ name: String, in parent: StoredPlace?, of id: RowID, _ row: SharedRow
  ) throws -> String {
    let others = try namesakes(of: name, in: parent, except: id)
    guard !others.isEmpty else { return name }
    let ranked =
      (others.map { ($0.row, claim($0.shared), Optional($0.place)) } + [(id, claim(row), nil)])
      .sorted { ($0.1, $0.0.key) < ($1.1, $1.0.key) }
    var names: [RowID: String] = [:]
    var number = 1
    for (other, _, _) in ranked {
      while number > 1, try isTaken("\(name) (\(number))", in: parent, except: ranked.map(\.0)) {
        number += 1
      }
      names[other] = number == 1 ? name : "\(name) (\(number))"
      number += 1
    }
    let moved = ranked.filter { $0.2 != nil && $0.2?.place.name != names[$0.0] }
    // First out of each other's way.
    for (other, _, place) in moved { try rename(place, other, to: "\(name) (\(other.key))") }
    if let own = try SharedKey.uuid(id.key).flatMap({ try StoredPlace.fetch(db, uuid: $0) }),
      own.place.deletedAt == nil, own.place.name != names[id]
    {
      try rename(own, id, to: "\(name) (\(id.key))")
    }
    for (other, _, place) in moved { try rename(place, other, to: names[other] ?? name) }
    return names[id] ?? name
  }

  private func rename(_ place: StoredPlace?, _ id: RowID, to name: String) throws {
    guard let place, let stored = try StoredPlace.fetch(db, id: place.id) else { return }
    var wanted = stored.place
    wanted.name = name
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try finish(id, .place)
  }

  /// The places beside a place that have its name by the merge.
  private func namesakes(
    of name: String, in parent: StoredPlace?, except id: RowID
  ) throws -> [(row: RowID, shared: SharedRow, place: StoredPlace)] {
    // What has another name for want of this one begins with it.
    let find = try db.cachedStatement(
      sql: """
        SELECT id FROM location WHERE ifnull(parent_id, 0) = ?1 AND deleted_at IS NULL
          AND (name = ?2 OR name >= ?2 || ' (' AND name < ?2 || ' )')
        """)
    return try Int64.fetchAll(find, arguments: [parent?.id ?? 0, name]).compactMap { found in
      guard let place = try StoredPlace.fetch(db, id: found) else { return nil }
      let other = SharedKind.place.row(place.place.uuid)
      guard other != id, let shared = try tables.row(other), shared.value("name") == .text(name)
      else { return nil }
      return (other, shared, place)
    }
  }

  private func isTaken(
    _ name: String, in parent: StoredPlace?, except rows: [RowID]
  ) throws -> Bool {
    guard let holder = try StoredPlace.childID(named: name, in: parent, db),
      let place = try StoredPlace.fetch(db, id: holder)
    else { return false }
    return !rows.contains(SharedKind.place.row(place.place.uuid))
  }

  private func claim(_ row: SharedRow) -> Int64 {
    max(row.sequence("name"), row.sequence("parent"))
  }
}
