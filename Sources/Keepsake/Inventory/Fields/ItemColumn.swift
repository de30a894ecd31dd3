import Foundation

/// A stored column of an item: how to select, write, compare and log it.
///
/// ``FieldCatalogue`` makes it for a field that has a column.
public struct ItemColumn: Sendable {
  /// The name of the column, and its key in the change log.
  public let name: String
  /// The table that a reference points into.
  public let target: String?
  /// The value of the column in a file from before the column existed.
  let absent: String
  /// Reads the value of the column from an item.
  public let get: @Sendable (Item) -> ColumnValue
  /// Writes a value of the column to an item.
  public let set: @Sendable (inout Item, ColumnValue) -> Void

  /// The expression to select: a reference gives the uuid of its row.
  private var selection: String {
    guard let target else { return "item.\(name)" }
    return "(SELECT uuid FROM \(target) AS r WHERE r.id = item.\(name))"
  }

  /// The expression to select with ``join``.
  private var joinedSelection: String { target == nil ? "item.\(name)" : "\(joinedName).uuid" }

  /// The join for the row referred to; `nil` if the column is not a reference.
  var join: String? {
    target.map { "LEFT JOIN \($0) AS \(joinedName) ON \(joinedName).id = item.\(name)" }
  }

  /// The alias of the row referred to in ``join``.
  private var joinedName: String { "of_\(name)" }

  /// The placeholder in a statement.
  var placeholder: String {
    guard let target else { return "?" }
    return "(SELECT id FROM \(target) WHERE uuid = ?)"
  }

  /// The expression to select from files of a format.
  func selection(in format: ItemFormat) -> String {
    format.has(self) ? selection : absent
  }

  /// The same with ``join``.
  func joinedSelection(in format: ItemFormat) -> String {
    format.has(self) ? joinedSelection : absent
  }

  /// The columns of all fields in the order of the catalogue.
  public static let all: [ItemColumn] = FieldCatalogue.all.compactMap(\.column)
}
