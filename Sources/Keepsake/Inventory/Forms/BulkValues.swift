import Foundation

/// The values that several items have in the fields of a ``BulkForm``.
public struct BulkValues: Sendable {
  /// The number of items.
  public private(set) var count = 0

  /// Whether all items are private.
  public var arePrivate: Bool { count > 0 && privateCount == count }

  private var privateCount = 0

  private var values: [ItemField: Set<ColumnValue>] = [:]

  /// The values of no items.
  public init() {}

  /// Adds an item.
  public mutating func add(_ item: Item) {
    count += 1
    if item.isPrivate { privateCount += 1 }
    for field in BulkForm.fields {
      values[field, default: []].insert(field.definition.value(of: item))
    }
  }

  /// The number of different values of a field.
  public func variety(of field: ItemField) -> Int { values[field]?.count ?? 0 }

  /// The value that all items have in a field; `nil` if they differ, or without items.
  public func common(_ field: ItemField) -> ColumnValue? {
    variety(of: field) == 1 ? values[field]?.first : nil
  }
}
