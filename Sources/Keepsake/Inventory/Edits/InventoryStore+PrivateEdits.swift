import Foundation
import GRDB

extension InventoryStore {
  /// An edit as it may be written: what is private is sealed.
  ///
  /// - Throws: `refused` where a private item would be written by somebody who cannot open it.
  func sealed(_ edit: Edit, _ db: Database) throws -> Edit {
    switch edit {
    case .createItem(let item) where item.isPrivate: .createItem(try sealed(item, db))
    case .updateItem(let item) where item.isPrivate: .updateItem(try sealed(item, db))
    case .setPrivacy(let item, let files):
      .setPrivacy(item.isPrivate ? try sealed(item, db) : item, files: try files.map(sealed))
    case .attach(let attachments): .attach(try attachments.map(sealed))
    case .updateAttachment(let attachment): .updateAttachment(try sealed(attachment))
    default: edit
    }
  }

  private func sealed(_ attachment: Attachment) throws -> Attachment {
    guard attachment.isPrivate else { return attachment }
    guard let privacy else { throw InventoryError.isPrivate }
    return try attachment.masked(with: privacy.sealing)
  }

  /// What was done, with the name of an item or a place that is open here.
  func opened(_ summary: ChangeSummary) throws(InventoryError) -> ChangeSummary {
    guard privacy != nil else { return summary }
    var open = summary
    if summary.subject == .place {
      open.name = try opened(path: summary.name) ?? summary.name
    } else if summary.subject == .item, summary.name == Item.privateName, let uuid = summary.uuid {
      open.name = try item(uuid)?.name ?? summary.name
    }
    return open
  }

  /// What an edit did, with the name that the person knows.
  func named(_ summary: ChangeSummary, _ edit: Edit) -> ChangeSummary {
    var summary = summary
    switch edit {
    case .createItem(let item), .updateItem(let item), .setPrivacy(let item, _):
      if item.isPrivate { summary.name = item.name.trimmedOfBlanks }
    default: break
    }
    return summary
  }

  private func sealed(_ item: Item, _ db: Database) throws -> Item {
    guard let privacy else { throw InventoryError.isPrivate }
    if let stored = try StoredItem.fetch(db, uuid: item.uuid)?.item,
      let text = stored.sealedText, opened(stored).saysTheSame(as: try item.normalized())
    {
      // The same again: sealing it anew would be a change.
      return item.masked(sealed: text)
    }
    return try item.masked(with: privacy.sealing)
  }
}
