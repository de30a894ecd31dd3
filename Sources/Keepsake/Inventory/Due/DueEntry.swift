import Foundation

/// Something that needs attention now or on a day to come.
public struct DueEntry: Hashable, Sendable, Identifiable {
  /// The kinds of entries; `keepsake due` prints the raw value.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// A lent item should be back.
    case loan
    /// The maintenance of an item.
    case maintenance
    /// A warranty ends.
    case warranty
    /// No backup exists, or the last one is old.
    case backup
    /// Homes of the household wrote different values.
    case conflict
    /// A valuable item has no photo or no receipt.
    case proof
  }

  /// The kind.
  public let kind: Kind
  /// The item; `nil` if it is about no item.
  public let item: UUID?
  /// The asset number of the item.
  public let assetNumber: Int64?
  /// The name of the item, or what has to be done.
  public let title: String
  /// The borrower, the task, or what is missing.
  public let detail: String
  /// The day; `nil` if it has none.
  public let date: CalendarDate?
  /// The days until then, negative for a day that has passed; `nil` without a day.
  public let daysLeft: Int?
  /// Whether the day has passed, or a backup is missing.
  public let isOverdue: Bool
  /// The value of the item in minor units, if the entry depends on it.
  public let value: Int64?

  /// Makes an entry about something on a day.
  ///
  /// - Parameters:
  ///   - date: The day; `nil` if it has none.
  ///   - today: The day from which the days left count.
  ///   - isOverdue: Whether it is overdue without a day.
  public init(
    _ kind: Kind, title: String, detail: String = "", item: UUID? = nil, assetNumber: Int64? = nil,
    date: CalendarDate? = nil, on today: CalendarDate, isOverdue: Bool = false, value: Int64? = nil
  ) {
    (self.kind, self.title, self.detail) = (kind, title, detail)
    (self.item, self.assetNumber, self.date, self.value) = (item, assetNumber, date, value)
    daysLeft = date.map { today.days(to: $0) }
    self.isOverdue = isOverdue || daysLeft.map { $0 < 0 } ?? false
  }

  /// Identifies the entry while the data change.
  public var id: String { "\(kind.rawValue) \(item?.uuidString ?? "\(title) \(detail)")" }

  /// Whether it has to be done by a day, or at once; a gap in the proof can wait.
  public var isPressing: Bool { kind != .proof }
}
