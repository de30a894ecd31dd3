import Foundation
import GRDB
import Inventory

extension MergeApplier {
  func writePlace(_ id: RowID, _ row: SharedRow) throws {
    guard let uuid = SharedKey.uuid(id.key), let name = row.value("name").text else {
      return waitForItself(id, row, .place)
    }
    let stored = try StoredPlace.fetch(db, uuid: uuid)
    let parent = try self.parent(of: id, row, stored)
    var wanted = stored?.place ?? Place(uuid: uuid, name: name)
    for property in Place.synced where property.column.target == nil {
      property.set(&wanted, property.column.checked(row.value(property.column.name).column))
    }
    wanted.parent = parent?.place.uuid
    let life = wanted.deletedAt
    wanted.name = life == nil ? try freeName(name, in: parent, of: id, row) : name
    if let stored {
      if life != nil {
        // Another member put them there without knowing that the place would be deleted.
        for child in try StoredPlace.children(db, of: stored.id) {
          try takeOut(SyncedTable.place.row(child.place.uuid), .place, isDeep: false)
        }
      }
      _ = try PlaceTree.update(stored, to: wanted, in: transaction)
      if wanted.isMasked, !stored.place.isMasked {
        try PlacePrivacyEdits.forgetFormerNames(of: uuid, db)
        if stored.place.photo != nil { try Meta.put("yes", for: Meta.traces, db) }
        try tables.forgetHistory(of: id)
      }
    } else {
      let new = try PlaceTree.insert(
        uuid: uuid, name: life == nil ? wanted.name : key(id), notes: wanted.notes, parent: parent,
        in: transaction)
      if life != nil || wanted.photo != nil {
        _ = try PlaceTree.update(new, to: wanted, in: transaction)
      }
      if wanted.isMasked { try tables.forgetHistory(of: id) }
    }
  }

  /// A unique name for a place that is created in the trash.
  private func key(_ id: RowID) -> String { "trashed \(id.key)" }

  /// The place that contains another; `nil` if it doesn't exist here, is in the trash, or would nest the
  /// other too deep.
  private func parent(
    of id: RowID, _ row: SharedRow, _ stored: StoredPlace?
  ) throws -> StoredPlace? {
    guard let key = row.value("parent").text, let uuid = SharedKey.uuid(key) else { return nil }
    var hold = Hold(around: SyncedTable.place.row(key))
    guard let parent = try StoredPlace.fetch(db, uuid: uuid), parent.place.deletedAt == nil else {
      wait(id, "parent", for: hold)
      return nil
    }
    if let stored, stored.place.parent == uuid, stored.place.deletedAt == nil { return parent }
    if try mayLie(id, row, in: parent.id, .place) {
      // Making room may have moved the place, so this reads it again.
      return try StoredPlace.fetch(db, uuid: uuid)
    }
    (hold.isDeep, hold.device) = (true, row.author(of: "parent"))
    wait(id, "parent", for: hold)
    return nil
  }

  // MARK: - Unique names

  /// The maximum number of places of one name in one place that have numbers; places named so later have
  /// their keys instead.
  private static let mostNumbered = 16

  /// The name of a place, or the name with a number where other places have it by earlier writes.
  ///
  /// Looks at no more than ``mostNumbered`` others.
  func freeName(
    _ name: String, in parent: StoredPlace?, of id: RowID, _ row: SharedRow
  ) throws -> String {
    guard try isShared(name, in: parent, by: id) else { return name }
    try takeNameFromSubstitute(name, in: parent, for: id)
    let others = try namesakes(of: name, in: parent, except: id)
    guard !others.isEmpty else { return name }
    let ranked =
      (others.map { ($0.row, claim($0.shared), Optional($0.place)) } + [(id, claim(row), nil)])
      .sorted { ($0.1, $0.0.key) < ($1.1, $1.0.key) }
    var names: [RowID: String] = [:]
    var number = 1
    for (other, _, _) in ranked.prefix(Self.mostNumbered) {
      while number > 1,
        try isTaken(numbered(name, number), in: parent, except: ranked.map(\.0))
      {
        number += 1
      }
      names[other] = numbered(name, number)
      number += 1
    }
    for (other, _, _) in ranked.dropFirst(Self.mostNumbered) { names[other] = keyName(name, other) }
    let moved = ranked.filter { $0.2 != nil && $0.2?.place.name != names[$0.0] }
    // First out of each other's way.
    for (other, _, place) in moved { try rename(place, other, to: keyName(name, other)) }
    if let own = try SharedKey.uuid(id.key).flatMap({ try StoredPlace.fetch(db, uuid: $0) }),
      own.place.deletedAt == nil, own.place.name != names[id]
    {
      try rename(own, id, to: keyName(name, id))
    }
    for (other, _, place) in moved where names[other] != keyName(name, other) {
      try rename(place, other, to: names[other] ?? name)
    }
    return names[id] ?? name
  }

  /// Frees a name that another place shows as its number, and gives that place another number.
  private func takeNameFromSubstitute(
    _ name: String, in parent: StoredPlace?, for id: RowID
  ) throws {
    guard let found = try StoredPlace.childID(named: name, in: parent, db),
      let place = try StoredPlace.fetch(db, id: found)
    else { return }
    let holder = SyncedTable.place.row(place.place.uuid)
    guard holder != id, let own = try tables.row(holder)?.value("name").text, own != name else {
      return
    }
    try rename(place, holder, to: keyName(own, holder))
  }

  private func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name : suffixed(name, " (\(number))")
  }

  private func keyName(_ name: String, _ id: RowID) -> String { suffixed(name, " (\(id.key))") }

  /// A name with a suffix, shortened to the maximum length of a name.
  private func suffixed(_ name: String, _ suffix: String) -> String {
    var start = name
    while start.utf8.count + suffix.utf8.count > Bounds.nameBytes { start.removeLast() }
    return start + suffix
  }

  private func rename(_ place: StoredPlace?, _ id: RowID, to name: String) throws {
    guard let place, let stored = try StoredPlace.fetch(db, id: place.id) else { return }
    var wanted = stored.place
    wanted.name = name
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try finish(id, .place)
  }

  /// Whether another place in the same place shows a name, or the name with a number.
  func isShared(_ name: String, in parent: StoredPlace?, by id: RowID) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM location WHERE ifnull(parent_id, 0) = ?1 AND deleted_at IS NULL
          AND name = ?2 AND uuid <> ?4)
        OR EXISTS(SELECT 1 FROM location WHERE ifnull(parent_id, 0) = ?1 AND deleted_at IS NULL
          AND name >= ?3 AND name < ?5 AND uuid <> ?4)
        """)
    return try Bool.fetchOne(
      find,
      arguments: [
        parent?.id ?? 0, name, name + " (", SharedKey.uuid(id.key), name + " )",
      ]) == true
  }

  /// The places in the same place whose merged name is the same, as far as they show it or a number.
  private func namesakes(
    of name: String, in parent: StoredPlace?, except id: RowID
  ) throws -> [(row: RowID, shared: SharedRow, place: StoredPlace)] {
    try (1...2 * Self.mostNumbered).compactMap { number in
      guard let found = try StoredPlace.childID(named: numbered(name, number), in: parent, db),
        let place = try StoredPlace.fetch(db, id: found)
      else { return nil }
      let other = SyncedTable.place.row(place.place.uuid)
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
    return !rows.contains(SyncedTable.place.row(place.place.uuid))
  }

  private func claim(_ row: SharedRow) -> Int64 {
    max(row.sequence("name"), row.sequence("parent"))
  }
}
