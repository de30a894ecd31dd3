import Foundation
import GRDB
import Inventory

/// A value that somebody else wrote at the same time as the one that is shown.
public struct UndecidedValue: Hashable, Sendable {
  /// What it is a value of.
  public var subject: ItemAspect
  /// The value as text; `nil` if there is none.
  public var text: String?
  /// The row that the value of a choice refers to.
  public var choice: UUID?
  /// The device that wrote it.
  public var device: String
  /// Who and where: `Ben (laptop)`; empty if that was never told.
  public var deviceName = ""
  /// Whether it was written in this home, and something else is shown.
  public var isOwn = false

  /// Makes a value.
  ///
  /// - Parameter device: Empty for the one that is shown.
  public init(subject: ItemAspect, text: String? = nil, choice: UUID? = nil, device: String = "") {
    self.subject = subject
    self.text = text
    self.choice = choice
    self.device = device
  }

  /// The same without names, which may become known later.
  var anonymous: UndecidedValue {
    var value = self
    (value.deviceName, value.isOwn) = ("", false)
    if choice != nil { value.text = nil }
    return value
  }
}

/// Puts the values that stand beside those that are shown into words.
struct UndecidedReading {
  private let db: Database
  private let tables: SyncTables
  private let currency: Currency

  init(_ db: Database, currency: Currency) {
    self.db = db
    tables = SyncTables(db: db)
    self.currency = currency
  }

  /// The values of an item, by column.
  func values(of item: UUID) throws -> [String: [UndecidedValue]] {
    guard let row = try tables.row(SyncedTable.item.row(item)) else { return [:] }
    var found: [String: [UndecidedValue]] = [:]
    for (column, heads) in row.undecided(of: .item) {
      let values = try heads.compactMap { try value($0, in: column) }
      if !values.isEmpty { found[column] = values }
    }
    return found
  }

  private func value(_ head: MergedRow.Head, in column: String) throws -> UndecidedValue? {
    guard let subject = ItemAspect(column: column, value: head.value) else { return nil }
    var value = UndecidedValue(subject: subject, device: head.operationID.device)
    value.deviceName = try tables.name(ofDevice: head.operationID.device) ?? ""
    let clock = try tables.clock()
    value.isOwn =
      head.operationID.device == clock.device || clock.former[head.operationID.device] != nil
    (value.choice, value.text) = try SharedValueReading(db, currency: currency)
      .words(head.value, of: subject)
    return value
  }
}
