import Foundation
import GRDB
import Inventory

/// Reads the history of an item, or of everything, on this machine from the change log.
struct LocalHistory {
  let db: Database
  let currency: Currency
  /// The most entries.
  let limit: Int

  /// The log's entries of an item and its files, without those that a household's history contains.
  ///
  /// Includes the edits that the present household hasn't received yet.
  func entries(of item: UUID, since stay: MembershipPeriod?) throws -> [HistoryEntry] {
    var condition = "TRUE"
    if let stay, stay.hasBegun {
      condition = "(id <= \(stay.entered) OR at > \(try lastSent(of: item, stay)))"
    }
    condition += try outsideFormerHouseholds
    let member = try stay.flatMap { try SyncTables(db: db).name(ofDevice: $0.devices[0]) }
    let name = try StoredItem.fetch(db, uuid: item)?.item.name ?? ""
    return try ChangeLog.latest(of: item, limit: limit, where: condition, db).compactMap {
      try entry($0, about: item, named: name, stay, member)
    }
  }

  /// The log's entries of everything, without those that a household's history contains.
  func all(since stay: MembershipPeriod?) throws -> [HistoryEntry] {
    var condition = "TRUE"
    if let stay, stay.hasBegun {
      condition = "(id <= \(stay.entered) OR at > \(Self.lastSent(stay)))"
    }
    // The household has an entry of its own about the creation of what it knows.
    if stay != nil {
      condition += """
         AND NOT (op = 'create' AND EXISTS(SELECT 1 FROM household_history h
          WHERE h.key = \(Self.key) AND h.columns = '\(Item.createdColumn)'))
        """
    }
    condition += try outsideFormerHouseholds
    let member = try stay.flatMap { try SyncTables(db: db).name(ofDevice: $0.devices[0]) }
    let names = ItemNames(db)
    var entries: [HistoryEntry] = []
    for logged in try ChangeLog.latest(limit: limit, where: condition, db) {
      switch logged.entry.table {
      case .item:
        if logged.entry.operation == .createRange {
          entries.append(imported(logged))
        } else if let uuid = logged.entry.row, let name = try names.name(of: uuid),
          let entry = try entry(logged, about: uuid, named: name, stay, member)
        {
          entries.append(entry)
        }
      case .attachment:
        guard let file = try logged.entry.row.flatMap({ try StoredAttachment.fetch(db, uuid: $0) }),
          let name = try names.name(of: file.attachment.item),
          let entry = try entry(logged, about: file.attachment.item, named: name, stay, member)
        else { continue }
        entries.append(entry)
      case .location:
        if let entry = try place(logged, stay, member) { entries.append(entry) }
      case .view:
        if let entry = try view(logged, stay, member) { entries.append(entry) }
      case .tag, .category:
        if let entry = try naming(logged, stay, member) { entries.append(entry) }
      case .draft: continue
      }
    }
    return entries
  }

  private typealias Logged = (entry: ChangeEntry, source: String, at: Timestamp, group: Int64)

  private func imported(_ logged: Logged) -> HistoryEntry {
    HistoryEntry(
      subject: .imported(Int(clamping: logged.entry.after["count"]?.integer ?? 0)),
      author: logged.source, device: "", at: logged.at, action: .imported, changes: [],
      batch: logged.group, origins: [.logged(logged.entry.id)])
  }

  /// A change of a place; `nil` for the places of an import, which belong to its items.
  private func place(
    _ logged: Logged, _ stay: MembershipPeriod?, _ member: String?
  ) throws -> HistoryEntry? {
    guard let uuid = logged.entry.row else { return nil }
    let stored = try StoredPlace.fetch(db, uuid: uuid)?.place
    guard let name = try stored?.path ?? ChangeLog.shownName(ofPurged: uuid, db) else { return nil }
    var entry = began(
      logged, .other(SharedRowName(kind: "place", name: name)), stay, member)
    if entry.action == .changed {
      entry.changes = try changes(of: ["name", "parent", "notes", "photo"], in: logged)
    }
    return entry
  }

  /// The changes of some columns of a row that isn't an item, in words.
  private func changes(of columns: [String], in logged: Logged) throws -> [ItemChange] {
    let words = SharedRowWords(db)
    let (before, after) = (logged.entry.before, logged.entry.after)
    return try columns.filter { before[$0] != nil || after[$0] != nil }.map { column in
      ItemChange(
        aspect: .column(words.label(column)),
        before: try words.text(SharedValue(before[column] ?? .null), in: column),
        after: try words.text(SharedValue(after[column] ?? .null), in: column))
    }
  }

  /// A change of a saved view; `nil` if it is gone.
  private func view(
    _ logged: Logged, _ stay: MembershipPeriod?, _ member: String?
  ) throws -> HistoryEntry? {
    guard let uuid = logged.entry.row, let view = try? ViewWriter.existing(uuid, db) else {
      return nil
    }
    var entry = began(logged, .other(SharedRowName(kind: "view", name: view.name)), stay, member)
    if entry.action == .changed {
      entry.changes = try changes(of: ["name", "filter", "sort", "hidden_columns"], in: logged)
    }
    return entry
  }

  /// A change of the name of a tag or category; `nil` for other changes of it.
  private func naming(
    _ logged: Logged, _ stay: MembershipPeriod?, _ member: String?
  ) throws -> HistoryEntry? {
    guard let name = logged.entry.before["name"]?.text else { return nil }
    let subject = SharedRowName(kind: logged.entry.table.rawValue, name: name)
    var entry = began(logged, .other(subject), stay, member)
    if let new = logged.entry.after["name"]?.text {
      entry.changes = [
        ItemChange(aspect: .column(SharedRowWords(db).label("name")), before: name, after: new)
      ]
    }
    return entry
  }

  private func began(
    _ logged: Logged, _ subject: HistoryEntry.Subject, _ stay: MembershipPeriod?,
    _ member: String?
  ) -> HistoryEntry {
    var entry = HistoryEntry(
      subject: subject, author: logged.source, device: "", at: logged.at,
      action: Self.action(logged.entry.operation), changes: [], batch: logged.group,
      origins: [.logged(logged.entry.id)])
    if let stay, stay.hasBegun, logged.entry.id > stay.entered { entry.device = member ?? "" }
    return entry
  }

  /// An entry of an item or of one of its files; `nil` if it isn't worth showing.
  private func entry(
    _ logged: Logged, about item: UUID, named name: String, _ stay: MembershipPeriod?,
    _ member: String?
  ) throws -> HistoryEntry? {
    var entry = began(logged, .item(item, name: name), stay, member)
    if logged.entry.table == .attachment {
      guard let change = try change(ofFile: logged.entry) else { return nil }
      if entry.action != .created { entry.action = .changed }
      entry.changes = [change]
    } else if entry.action == .changed {
      entry.changes = try LoggedValues(db, currency: currency)
        .changes(from: logged.entry.before, to: logged.entry.after)
    }
    return entry
  }

  /// An SQL condition on the entries that no former household's history contains.
  private var outsideFormerHouseholds: String {
    get throws {
      guard try FormerHistory.exists(db) else { return "" }
      return """
         AND NOT EXISTS(
          SELECT 1 FROM former_household WHERE id BETWEEN first_change AND last_change)
        """
    }
  }

  /// SQL for the history key of an entry's row.
  private static let key = """
    CASE change.table_name
      WHEN 'location' THEN \(HistoryRows.place("change.row_uuid"))
      WHEN 'attachment' THEN (SELECT lower(hex(item.uuid)) || ' ' || lower(hex(change.row_uuid))
        FROM attachment JOIN item ON item.id = attachment.item_id
        WHERE attachment.uuid = change.row_uuid)
      ELSE lower(hex(change.row_uuid)) END
    """

  /// SQL for when this home last wrote a change of an entry's row that the household has received; 0 if it never did.
  private static func lastSent(_ stay: MembershipPeriod) -> String {
    // Names of devices are hexadecimal, but text from another home is quoted nevertheless.
    let devices = stay.devices.map { "'" + $0.replacing("'", with: "''") + "'" }
      .joined(separator: ", ")
    return """
      ifnull((SELECT max(h.at) FROM household_history h
        WHERE h.key = \(key) AND h.device IN (\(devices))), 0)
      """
  }

  /// When this home last wrote a change of an item that the household has received; 0 if it never did.
  private func lastSent(of item: UUID, _ stay: MembershipPeriod) throws -> Timestamp {
    let marks = stay.devices.map { _ in "?" }.joined(separator: ", ")
    let arguments = StatementArguments([SharedKey.text(item)] + stay.devices)
    return try Timestamp.fetchOne(
      db,
      sql: """
        SELECT max(at) FROM household_history
        WHERE \(HistoryRows.areAbout("?1")) AND device IN (\(marks))
        """, arguments: arguments) ?? 0
  }

  private static func action(_ operation: ChangeEntry.Operation) -> ChangeSummary.Action {
    switch operation {
    case .create, .createRange: .created
    case .trash: .trashed
    case .restore: .restored
    case .update, .merge, .discard: .changed
    case .purge: .purged
    }
  }

  /// The change of a file; `nil` if it isn't worth showing, such as its position among the others.
  private func change(ofFile entry: ChangeEntry) throws -> ItemChange? {
    guard let uuid = entry.row else { return nil }
    let file = try FileHistory(db, of: uuid, former: entry.after["name"]?.text)
    switch entry.operation {
    case .create, .createRange, .restore: return file.came
    case .trash, .purge: return file.went
    case .update, .merge, .discard: break
    }
    let column = ["title", "kind"].first { column in
      let values = [entry.before, entry.after].map { SharedValue($0[column]?.text) }
      // A sealed title is another one each time.
      return values[0] != values[1] && !values.contains(where: \.isSealed)
    }
    if let column {
      return file.changed(from: entry.before[column]?.text, to: entry.after[column]?.text)
    }
    return file.stored?.isMasked == true && entry.after["order_key"] == nil ? file.changed : nil
  }
}
