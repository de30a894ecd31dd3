import Foundation

/// One form that was opened and not saved.
public struct Draft: Hashable, Codable, Sendable {
  /// Its identity.
  ///
  /// For a new item this becomes the item's identity when it is saved, so a save that is repeated
  /// after a kill finds the item instead of making a second one (reliability T23).
  public var uuid: UUID
  /// The item being edited; nil: a new one.
  public var itemUUID: UUID?
  /// The item's `rev` when the form was opened; 0 for a new one.
  public var baseRev: Int64
  /// What was typed and picked.
  public var fields: DraftFields
  /// The session that has it in a form; nil while it waits.
  ///
  /// A session that ended with the form on screen still has it, until another one takes it.
  public var session: String?
  /// When it was last changed; set by the store.
  public internal(set) var updatedAt: Timestamp

  /// Makes a draft.
  public init(
    uuid: UUID = UUID(), itemUUID: UUID? = nil, baseRev: Int64 = 0,
    fields: DraftFields = DraftFields(), session: String? = nil
  ) {
    self.uuid = uuid
    self.itemUUID = itemUUID
    self.baseRev = baseRev
    self.fields = fields
    self.session = session
    updatedAt = 0
  }

  /// Whether it says nothing that an item does not say, and can be dropped (design 3).
  public func saysNothing(beyond item: Item, currency: Currency) -> Bool {
    itemUUID ?? uuid == item.uuid
      && ItemForm(item: item, currency: currency).isUnchanged(by: fields)
  }
}
