import Foundation
import GRDB
import Household

/// Something that can be private.
public enum SealedSubject: Hashable, Sendable {
  case item(UUID), place(UUID)

  fileprivate var row: RowID {
    switch self {
    case .item(let uuid): SharedKind.item.row(uuid)
    case .place(let uuid): SharedKind.place.row(uuid)
    }
  }

  /// The column with what is sealed.
  fileprivate var column: String {
    switch self {
    case .item: Item.fieldPrefix + Item.sealedField
    case .place: "notes"
    }
  }
}

/// What this home sealed while another one did, which is shown instead.
///
/// Each home has keys of its own: what the other one sealed opens there alone, and nothing of this home may be lost for that.
extension HouseholdStore {
  /// Whether something is kept of it that opens here and is not shown.
  public func hasOwnSeal(of subject: SealedSubject) throws(InventoryError) -> Bool {
    guard let sealing = privacy.sealing else { return false }
    return try database.read { try ownSeal(of: subject, with: sealing, $0) != nil }
  }

  /// Shows again what this home sealed, in every home, with the files of an item; the other value goes.
  ///
  /// - Returns: Whether there was anything.
  public func takeOwnSeal(
    of subject: SealedSubject, author: String
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard let sealing = privacy.sealing, let text = try ownSeal(of: subject, with: sealing, db)
      else { return false }
      switch subject {
      case .item(let uuid):
        let stored = try StoredItem.existing(uuid, db)
        _ = try ItemWriter.update(
          stored, to: stored.item.masked(sealed: text), in: transaction)
        try Self.takeOwnFiles(of: uuid, with: sealing, author: author, in: transaction)
      case .place(let uuid):
        let stored = try PlaceTree.existing(uuid, db)
        var wanted = stored.place
        (wanted.name, wanted.notes) = (wanted.maskedName, text)
        _ = try PlaceTree.update(stored, to: wanted, in: transaction)
      }
      try Self.decide([subject.column], of: subject.row, author: author, in: transaction)
      return true
    }
  }

  private func ownSeal(
    of subject: SealedSubject, with sealing: any ItemSealing, _ db: Database
  ) throws -> String? {
    guard try Meta.text(Meta.household, db) != nil,
      let row = try HouseholdTables(db: db).row(subject.row)
    else { return nil }
    let shown = row.value(subject.column)
    for head in row.merged.cells[subject.column, default: []].reversed() where head.value != shown {
      if let text = opens(head.value, of: subject, with: sealing) { return text }
    }
    return nil
  }

  /// What is sealed in a value; `nil` if that does not open here.
  private func opens(
    _ value: SharedValue, of subject: SealedSubject, with sealing: any ItemSealing
  ) -> String? {
    switch subject {
    case .item(let uuid):
      guard let text = ItemAspect.customValue(value) else { return nil }
      let masked = Item(uuid: uuid, name: Item.privateName).masked(sealed: text)
      return (try? masked.opened(with: sealing, currency: database.currency)) == nil ? nil : text
    case .place(let uuid):
      guard let text = value.text else { return nil }
      let masked = Place(uuid: uuid, name: Place.privateName, notes: text)
      return masked.isMasked && (try? masked.opened(with: sealing)) != nil ? text : nil
    }
  }
}
