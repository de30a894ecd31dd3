import Foundation
import GRDB
import Household

extension HouseholdStore {
  /// Whether another home of the household made an item private: what is sealed there opens there alone.
  ///
  /// `false` also where nobody knows, as without a household.
  public func isSealedElsewhere(_ item: UUID) throws(InventoryError) -> Bool {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return false }
      let tables = HouseholdTables(db: db)
      let column = Item.fieldPrefix + Item.sealedField
      guard let row = try tables.row(SharedKind.item.row(item)), row.waiting[column] == nil,
        let device = row.merged.stamp(column)?.device
      else { return false }
      let clock = try tables.clock()
      return device != clock.device && clock.former[device] == nil
    }
  }
}
