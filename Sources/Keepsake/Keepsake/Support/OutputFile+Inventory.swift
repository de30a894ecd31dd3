import Inventory
import Reprise
import RepriseCommands

nonisolated extension OutputFile {
  /// Appends what an exporter of the inventory wrote.
  func add(_ bytes: [UInt8]) throws(InventoryError) {
    do throws(CommandFailure) {
      try append(bytes)
    } catch {
      throw InventoryError(error)
    }
  }
}
