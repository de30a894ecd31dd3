import GRDB
import Synchronization

/// The columns that items have in files of a version; an older file may be open for reading only.
struct ItemFormat: Hashable {
  /// The version of the file, as `PRAGMA user_version` has it.
  let version: Int

  /// The current format.
  static let current = ItemFormat(version: .max)

  /// In which version a column came; the others were there from the start.
  private static let added = [
    "rating": 6, "lent_to": 7, "lent_on": 7, "due_back": 7, "maintenance": 15,
    "maintenance_interval": 15, "maintenance_due": 15, "maintenance_log": 15,
  ]

  /// The formats of earlier versions that differ, newest first.
  static let former = Set(added.values).sorted(by: >).map { ItemFormat(version: $0 - 1) }

  /// Whether items have a column.
  func has(_ column: ItemColumn) -> Bool {
    self == .current || version >= Self.added[column.name, default: 0]
  }

  /// Whether items have the columns of loans.
  var hasLoans: Bool { self == .current || version >= Self.added["due_back", default: 0] }

  /// Whether items have the columns of maintenance.
  var hasMaintenance: Bool {
    self == .current || version >= Self.added["maintenance_due", default: 0]
  }

  /// Prepares a statement for the format that a file has.
  ///
  /// - Throws: The error of SQLite if no format fits.
  static func fitting<Prepared>(_ prepare: (ItemFormat) throws -> Prepared) throws -> Prepared {
    var format = current
    var rest = former[...]
    while let next = rest.popFirst() {
      do {
        return try prepare(format)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        format = next
      }
    }
    return try prepare(format)
  }
}

/// A text of SQL for each format.
///
/// That of the current one is made first, and others for files that have them, which are few: a launch makes one.
final class PerFormat: Sendable {
  private let current: String
  private let former = Mutex<[ItemFormat: String]>([:])
  private let make: @Sendable (ItemFormat) -> String

  init(_ make: @escaping @Sendable (ItemFormat) -> String) {
    (current, self.make) = (make(.current), make)
  }

  subscript(format: ItemFormat) -> String {
    guard format != .current else { return current }
    return former.withLock { former in
      if let text = former[format] { return text }
      let text = make(format)
      former[format] = text
      return text
    }
  }
}
