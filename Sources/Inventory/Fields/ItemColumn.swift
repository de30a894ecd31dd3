import Foundation

/// A stored column of an item: how to select, write, compare and log it.
///
/// ``FieldCatalogue`` makes it for a field that has a column.
struct ItemColumn: Sendable {
  /// The name of the column, and its key in the change log.
  let name: String
  /// The table that a reference points into.
  let target: String?
  let get: @Sendable (Item) -> ColumnValue
  let set: @Sendable (inout Item, ColumnValue) -> Void

  /// The expression to select: a reference gives the uuid of its row.
  var selection: String {
    guard let target else { return "item.\(name)" }
    return "(SELECT uuid FROM \(target) AS r WHERE r.id = item.\(name))"
  }

  /// The expression to select with ``join``.
  var joinedSelection: String { target == nil ? "item.\(name)" : "\(joinedName).uuid" }

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

  /// A value for rows of a file from before the column, which may be open for reading only; `nil` for a column that
  /// was there from the start.
  var formerSelection: String? { name == Self.rating ? "''" : nil }

  /// The column of the rating.
  static let rating = "rating"

  /// The columns of all fields in the order of the catalogue.
  static let all: [ItemColumn] = FieldCatalogue.all.compactMap(\.column)
}
