import Foundation

/// Reads the saved views of an inventory; ``ChangeStore`` writes them.
public struct ViewStore: Sendable {
  private let database: InventoryDatabase

  init(_ database: InventoryDatabase) { self.database = database }

  /// All views by name.
  public func fetchAll() throws(InventoryError) -> [SavedView] {
    try database.read { try ViewWriter.all($0) }
  }

  /// A view by its identity; `nil` if it is gone.
  public func fetch(_ uuid: UUID) throws(InventoryError) -> SavedView? {
    try fetchAll().first { $0.uuid == uuid }
  }

  /// A view by its name, ignoring case; `nil` if none has it.
  public func named(_ name: String) throws(InventoryError) -> SavedView? {
    let key = Item.asciiLowercased(name.singleSpaced)
    return try fetchAll().first { Item.asciiLowercased($0.name) == key }
  }
}
