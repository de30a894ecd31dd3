import Foundation
import GRDB
import Inventory

/// Splits the changes since the last operation into the user's edits, each with its time.
///
/// One operation for several edits would show the other homes a change that no one made, dated by the exchange.
struct LocalEdits {
  /// A row as an edit left it.
  struct Step {
    var at: Timestamp
    var row: RowID
    var image: RowImage
  }

  /// The maximum number of edits of a row to send one by one.
  private static let mostOfRow = 100
  /// The maximum number of edits of all rows to send one by one; their values are in memory at once.
  private static let most = 2000
  /// The maximum number of different times of rows that are new to the household but not in the log, such as
  /// imported rows.
  private static let mostUnknownTimes = 16

  private let db: Database
  private let images: SharedImages
  private let tables: SyncTables
  private let now: Timestamp
  /// The last entry of the change log before this home joined the household; `nil` while it is joining.
  private let entered: Int64?
  /// The time of that entry.
  private let enteredAt: Timestamp
  private let currency: Currency

  init(_ transaction: WriteTransaction) throws {
    db = transaction.db
    now = transaction.at
    currency = transaction.currency
    images = SharedImages(db: db)
    tables = SyncTables(db: db)
    let stay = try MembershipPeriod.current(db)
    entered = stay?.hasBegun == true ? stay?.entered : nil
    enteredAt =
      try Timestamp.fetchOne(
        db, sql: "SELECT at FROM change WHERE id = ?", arguments: [stay?.entered]) ?? 0
  }

  /// The edits of rows, grouped by time in ascending order.
  func groups(of rows: [RowID]) throws -> [(at: Timestamp, images: [(RowID, RowImage)])] {
    var steps: [Step] = []
    var unknown: [Step] = []
    for row in rows {
      if steps.count < Self.most, let edits = try edits(of: row) {
        steps += edits
      } else if try tables.row(row) == nil {
        unknown.append(
          Step(at: try creation(of: row), row: row, image: try images.image(row)))
      } else {
        steps.append(
          Step(at: try time(of: row, "updated_at") ?? now, row: row, image: try images.image(row)))
      }
    }
    if Set(unknown.map(\.at)).count > Self.mostUnknownTimes {
      for index in unknown.indices { unknown[index].at = now }
    }
    let byTime = Dictionary(grouping: steps + unknown, by: \.at)
    return byTime.keys.sorted().map { at in
      (at, byTime[at, default: []].map { ($0.row, $0.image) })
    }
  }

  /// When a row was created; now, if a row from before the household is only being brought into it.
  private func creation(of row: RowID) throws -> Timestamp {
    guard let time = try time(of: row, "created_at"), time > enteredAt else { return now }
    return time
  }

  /// The time in a row's table or in ``EditTimes``, but never later than now.
  private func time(of row: RowID, _ column: String) throws -> Timestamp? {
    let time: Timestamp?
    switch SyncedTable(rawValue: row.kind) {
    case .item: time = try self.time(in: "item", column, row)
    case .place: time = try self.time(in: "location", column, row)
    case .attachment:
      time = column == "created_at" ? try self.time(in: "attachment", column, row) : nil
    case .setting, .category, .view: time = try EditTimes.time(of: row.kind, row.key, db)
    case nil: time = nil
    }
    return time.map { min($0, now) }
  }

  private func time(in table: String, _ column: String, _ row: RowID) throws -> Timestamp? {
    let find = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE uuid = ?")
    return try SharedKey.uuid(row.key).flatMap { try Timestamp.fetchOne(find, arguments: [$0]) }
  }

  // MARK: - The edits of one row

  /// The edits from the household's version of a row to the present one; `nil` if the log doesn't hold all of
  /// them.
  private func edits(of row: RowID) throws -> [Step]? {
    guard let entered, let uuid = SharedKey.uuid(row.key) else { return nil }
    switch SyncedTable(rawValue: row.kind) {
    case .item:
      guard let item = try StoredItem.fetch(db, uuid: uuid)?.item, !item.isMasked else {
        return nil
      }
      return try edits(of: row, uuid, .item, since: entered, item, images.image(of:)) {
        item, entry in
        let former = ItemValues.applying(
          entry.before, insteadOf: entry.after, to: item, currency: currency, at: entry.at)
        return former.isMasked ? nil : former
      }
    case .place:
      guard let place = try StoredPlace.fetch(db, uuid: uuid)?.place, !place.isMasked else {
        return nil
      }
      return try edits(of: row, uuid, .location, since: entered, place, images.image(of:)) {
        let former = PlaceTree.applying($1.before, to: $0)
        return former.isMasked ? nil : former
      }
    case .attachment:
      guard let file = try StoredAttachment.fetch(db, uuid: uuid)?.attachment, !file.isMasked else {
        return nil
      }
      return try edits(of: row, uuid, .attachment, since: entered, file, images.image(of:)) {
        let former = AttachmentWriter.applying($1.before, to: $0)
        return former.isMasked ? nil : former
      }
    case .setting, .category, .view, nil: return nil
    }
  }

  /// - Parameter undo: Returns the row before a log entry; `nil` if it was sealed then, since sealed contents
  ///   are never sent.
  private func edits<State>(
    of row: RowID, _ uuid: UUID, _ table: ChangeEntry.Table, since entered: Int64, _ present: State,
    _ image: (State) throws -> RowImage, _ undo: (State, LoggedEdit) throws -> State?
  ) throws -> [Step]? {
    let known = try tables.row(row)?.applied
    var state = present
    var steps: [Step] = []
    for entry in try ChangeLog.edits(
      of: uuid, in: table, after: entered, limit: Self.mostOfRow, db)
    {
      let present = try image(state)
      if let known, present.meaningful == known { break }
      steps.append(Step(at: entry.at, row: row, image: present))
      if entry.isCreation { return known == nil ? Self.inOrder(steps) : nil }
      guard let former = try undo(state, entry) else { return nil }
      state = former
    }
    guard let known, try image(state).meaningful == known, !steps.isEmpty else { return nil }
    return Self.inOrder(steps)
  }

  /// Steps in ascending order, with the last one of each time.
  ///
  /// A step keeps its place even if the clock was set back: it takes the time of the step before it.
  private static func inOrder(_ steps: [Step]) -> [Step] {
    var ordered: [Step] = []
    for var step in steps.reversed() {
      if let last = ordered.last, step.at <= last.at {
        step.at = last.at
        ordered.removeLast()
      }
      ordered.append(step)
    }
    return ordered
  }
}
