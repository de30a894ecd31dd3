import Storage
import Foundation

/// A change by the user; one step of undo.
public enum Edit: Sendable {
  /// Stores a new item. Storing the same content again changes nothing and is not an error, so a
  /// repeated save never makes a second item (reliability T23).
  case createItem(Item)
  /// Replaces the content of an item, whose `rev` must be the stored one.
  case updateItem(Item)
  /// Makes an item private or open, with the new contents of its attachments;
  /// ``AttachmentStore/setPrivacy(of:session:)`` does both.
  case setPrivacy(Item, files: [Attachment])
  /// Moves items to the trash.
  case trashItems([UUID])
  /// Restores items from the trash; one whose place is in the trash goes to the nearest place that isn't.
  case restoreItems([UUID])
  /// Moves items to the archive.
  case archiveItems([UUID])
  /// Returns items from the archive to the lists.
  case unarchiveItems([UUID])
  /// Moves an item directly before or after another one in the order that the user made.
  case orderItem(UUID, Neighbour)
  /// Moves items to a place, or out of any place.
  case moveItems([UUID], to: UUID?)
  /// Moves items to a new place, which is made under a path with the missing places above it.
  case moveItemsToNewPlace([UUID], path: String, uuid: UUID, isPrivate: Bool = false)
  /// Adds tags to items, and removes others.
  case tagItems([UUID], adding: [String], removing: [String])
  /// Stores copies of items under new identities and asset numbers; see ``ItemCopy``.
  case copyItems([ItemCopy])
  /// Marks items as sold on a day, unless they are sold.
  case sellItems([UUID], on: CalendarDate)
  /// Lends items to a borrower, from a day on and perhaps until another.
  case lendItems([UUID], to: String, on: CalendarDate, until: CalendarDate? = nil)
  /// Ends the loans of items.
  case endLoans([UUID])
  /// Logs that the maintenance of items was done, and plans the next.
  case completeMaintenance([UUID], MaintenanceEntry)
  /// Sets fields of items to the values of a ``BulkForm``.
  case changeFields([UUID], FieldChanges)
  /// Raises the quantity of items, or lowers it to no less than zero.
  case changeQuantity([UUID], by: Double)
  /// Stores a new place.
  case createPlace(Place)
  /// Stores a new place under a path (`Home / Attic / Box 12`), with the missing places above it; their names are sealed if they
  /// are private.
  case createPlaces(path: String, uuid: UUID, isPrivate: Bool = false)
  /// Renames a place.
  case renamePlace(UUID, to: String)
  /// Seals the name of a place, or opens it, with the new file of its photo;
  /// ``AttachmentStore/setPrivacy(ofPlace:isPrivate:session:)`` does both.
  case setPlacePrivacy(UUID, isPrivate: Bool, photo: PlacePhoto? = nil)
  /// Moves a place to the trash.
  case trashPlace(UUID, contents: Contents)
  /// Restores a place from the trash.
  case restorePlace(UUID)
  /// Moves or merges a place, or changes its notes or its photo.
  case place(PlaceEdit)
  /// Renames, merges or deletes a tag.
  case tag(TagEdit)
  /// Changes, merges or deletes a category.
  case category(CategoryEdit)
  /// Saves, renames or deletes a view.
  case view(ViewEdit)
  /// Adds attachments to items, after those they have. The files must be stored; see
  /// ``AttachmentStore/attach(_:kind:to:session:)``, which does both. Leaves out files that an item has
  /// already.
  case attach([Attachment])
  /// Changes kind and title of an attachment, whose `rev` must be the stored one.
  case updateAttachment(Attachment)
  /// Orders the attachments of an item; those not listed come last. The change is named after the
  /// moved attachment.
  case orderAttachments([UUID], moved: UUID)
  /// Removes attachments; undo restores them.
  case removeAttachments([UUID])
  /// Logs that a draft was discarded, so that undo reaches it in its turn; `DraftStore.discard` discards it.
  case discardDraft(UUID, name: String)

  /// The item next to which another one is moved.
  public enum Neighbour: Hashable, Sendable {
    /// The moved item goes directly before it.
    case before(UUID)
    /// The moved item goes directly after it.
    case after(UUID)
  }

  /// The treatment of the contents of a place that is moved to the trash.
  ///
  /// Nothing is ever lost.
  public enum Contents: String, Codable, Sendable, CaseIterable {
    /// Everything moves up to the place around it.
    case moveUp
    /// Everything in it, at any depth, goes to the trash as well.
    case trash
  }
}

extension Edit {
  /// The number of items that it changes one by one; 1 for a change of anything else.
  public var itemCount: Int {
    switch self {
    case .trashItems(let items), .restoreItems(let items), .archiveItems(let items),
      .unarchiveItems(let items), .moveItems(let items, _),
      .moveItemsToNewPlace(let items, _, _, _), .tagItems(let items, _, _),
      .sellItems(let items, _), .lendItems(let items, _, _, _), .endLoans(let items),
      .completeMaintenance(let items, _), .changeQuantity(let items, _),
      .changeFields(let items, _):
      items.count
    case .copyItems(let copies): copies.count
    default: 1
    }
  }
}

/// The effect of an edit, an undo or a redo, for a status line.
public struct ChangeSummary: Hashable, Codable, Sendable {
  /// The kind of change.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Something was created.
    case created
    /// Something was changed.
    case changed
    /// Something went to the trash.
    case trashed
    /// Something was restored from the trash.
    case restored
    /// Something was archived.
    case archived
    /// Something was returned from the archive.
    case unarchived
    /// A place, tag or category was merged into another one.
    case merged
    /// A file was imported.
    case imported
    /// A draft was discarded.
    case discarded
    /// Something was deleted for good.
    case purged
  }

  /// The kind of thing changed.
  public enum Subject: String, Codable, Sendable {
    /// Items.
    case item
    /// Places.
    case place
    /// Drafts.
    case draft
    /// Attachments.
    case attachment
    /// Tags.
    case tag
    /// Categories.
    case category
    /// Saved views.
    case view
  }

  /// The kind of change.
  public var action: Action
  /// The kind of thing changed.
  public var subject: Subject
  /// The name of the first thing changed; empty for an import.
  public var name: String
  /// The identity of the first thing changed.
  public var uuid: UUID?
  /// The number of things changed; 0 if nothing had to change.
  public var count: Int

  /// Counts one more thing; the first one gives the summary its name.
  mutating func add(_ name: String, _ uuid: UUID) {
    if count == 0 { (self.name, self.uuid) = (name, uuid) }
    count += 1
  }

  /// A line in English: `moved “Teapot” to the trash`, `imported 1,204 items`.
  public var description: String {
    if subject == .draft {
      return name.isEmpty ? "discarded a draft" : "discarded the draft “\(name)”"
    }
    let what =
      if action == .imported {
        CountText.items(count)
      } else if [.tag, .category, .view].contains(subject) {
        "\(subject.rawValue) “\(name)”"
      } else if count > 1 {
        "“\(name)” and \(CountText.text(count - 1)) more"
      } else {
        "“\(name)”"
      }
    if action == .trashed, subject == .item { return "moved \(what) to the trash" }
    let verb =
      switch action {
      case .created: subject == .attachment ? "attached" : "added"
      case .changed: "changed"
      case .trashed: subject == .attachment ? "removed" : "deleted"
      case .restored: "restored"
      case .archived: "archived"
      case .unarchived: "unarchived"
      case .merged: "merged"
      case .imported: "imported"
      case .discarded: "discarded"
      case .purged: "deleted for good:"
      }
    return verb + " " + what
  }
}
