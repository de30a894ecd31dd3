import Foundation

/// A form that was opened and not saved.
public struct Draft: Hashable, Codable, Sendable {
  /// Its identity.
  ///
  /// A new item takes this identity when it is saved. So if a kill makes the program save again, it
  /// finds the item instead of making a second one (reliability T23).
  public var uuid: UUID
  /// The item being edited; `nil` for a new one.
  public var itemUUID: UUID?
  /// The item's `rev` when the form was opened; 0 for a new one.
  public var baseRev: Int64
  /// The typed texts and the choices.
  public var fields: DraftFields
  /// Whether it is about a private item, so that its fields are sealed.
  public var isPrivate = false
  /// Whether its fields are sealed and can't be opened here, so that ``fields`` is empty.
  public internal(set) var isSealed = false
  /// The session whose form has the draft; `nil` while it waits.
  ///
  /// A session that ended with the form open keeps the draft until another one takes it.
  public var session: String?
  /// The time of the last change, set by the store.
  public internal(set) var updatedAt: Timestamp
  /// The content limits under which it was typed, as a text; `nil` if that is not known.
  var limits: String?

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

  /// Whether it does not differ from an item, so that it can be dropped.
  public func saysNothing(beyond item: Item, currency: Currency) -> Bool {
    itemUUID ?? uuid == item.uuid
      && ItemForm(item: item, currency: currency).isUnchanged(by: fields)
  }
}
