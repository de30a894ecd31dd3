import Foundation

/// One stored column of an item: how it is read, written, compared and logged.
///
/// Made by ``FieldCatalogue`` from a field that has one.
struct ItemColumn: Sendable {
  /// The column's name, also the key in the change log.
  let name: String
  /// The table that a reference points into.
  let target: String?
  let get: @Sendable (Item) -> ColumnValue
  let set: @Sendable (inout Item, ColumnValue) -> Void

  /// What is selected: a reference shows as the uuid of its row.
  var selection: String {
    guard let target else { return "item.\(name)" }
    return "(SELECT uuid FROM \(target) AS r WHERE r.id = item.\(name))"
  }

  /// The same where ``join`` has looked up what is referred to.
  var joinedSelection: String { target == nil ? "item.\(name)" : "\(joinedName).uuid" }

  /// Looks up the row that is referred to; nil when this is no reference.
  var join: String? {
    target.map { "LEFT JOIN \($0) AS \(joinedName) ON \(joinedName).id = item.\(name)" }
  }

  /// What ``join`` calls the row that is referred to.
  private var joinedName: String { "of_\(name)" }

  /// What is bound.
  var placeholder: String {
    guard let target else { return "?" }
    return "(SELECT id FROM \(target) WHERE uuid = ?)"
  }

  /// The columns of all fields, in the order of the catalogue.
  static let all: [ItemColumn] = FieldCatalogue.all.compactMap(\.column)
}
