import Foundation

/// One change that a person makes; one step of undo.
public enum Edit: Sendable {
  /// Stores a new item under the item's uuid. Asking twice for the same content is no error and
  /// changes nothing, so that a repeated save never makes a second item (reliability T23).
  case createItem(Item)
  /// Brings an item to the given content. Its `rev` must be the stored one.
  case updateItem(Item)
  /// Puts items into the trash.
  case trashItems([UUID])
  /// Takes items out of the trash.
  case restoreItems([UUID])
  /// Moves items to a place, or to none.
  case moveItems([UUID], to: UUID?)
  /// Stores a new place.
  case createPlace(Place)
  /// Stores the place with a path (`Home / Attic / Box 12`) under the uuid, and those around it that
  /// are not there yet.
  case createPlaces(path: String, uuid: UUID)
  /// Gives a place another name.
  case renamePlace(UUID, to: String)
  /// Puts a place into the trash; its contents go where the caller says.
  case trashPlace(UUID, contents: Contents)
  /// Takes a place out of the trash.
  case restorePlace(UUID)
  /// Attaches files to items, in this order after what is attached already; their contents must be
  /// stored (``AttachmentStore/attach(_:kind:to:session:)`` does both). What an item has attached
  /// already, by its content, is left out.
  case attach([Attachment])
  /// Brings kind and title of an attachment to the given ones. Its `rev` must be the stored one.
  case updateAttachment(Attachment)
  /// Puts the attachments of an item into this order; those that are not named come last.
  case orderAttachments([UUID])
  /// Takes attachments off their items; undo brings them back.
  case removeAttachments([UUID])
  /// Takes note that a draft was discarded, so that undo comes to it in its turn; the draft itself
  /// is the draft store's (`DraftStore.discard`).
  case discardDraft(UUID, name: String)

  /// What becomes of the contents of a place that goes to the trash.
  ///
  /// They are never just lost.
  public enum Contents: String, Codable, Sendable, CaseIterable {
    /// They move to the place around it.
    case moveUp
    /// They go to the trash too, places and items, all the way down.
    case trash
  }
}

/// What an edit, an undo or a redo did, for the line that tells the person.
public struct ChangeSummary: Hashable, Codable, Sendable {
  /// What was done.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Something new was stored.
    case created
    /// Something got other content.
    case changed
    /// Something went to the trash.
    case trashed
    /// Something came back from the trash.
    case restored
    /// A file was read in.
    case imported
    /// A draft was thrown away.
    case discarded
  }

  /// What it was done to.
  public enum Subject: String, Codable, Sendable {
    /// Items.
    case item
    /// Places.
    case place
    /// Drafts.
    case draft
    /// Files that are attached to items.
    case attachment
  }

  /// What was done.
  public var action: Action
  /// What it was done to.
  public var subject: Subject
  /// The name of the first thing concerned; empty for an import.
  public var name: String
  /// The first thing concerned.
  public var uuid: UUID?
  /// How many things were concerned; zero: nothing needed changing.
  public var count: Int

  /// A line in English: `deleted “Teapot”`, `imported 1,204 items`.
  public var description: String {
    if subject == .draft {
      return name.isEmpty ? "discarded a draft" : "discarded the draft “\(name)”"
    }
    let what =
      if action == .imported {
        CountText.items(count)
      } else if count > 1 {
        "“\(name)” and \(CountText.text(count - 1)) more"
      } else {
        "“\(name)”"
      }
    let verb =
      switch action {
      case .created: subject == .attachment ? "attached" : "added"
      case .changed: "changed"
      case .trashed: subject == .attachment ? "removed" : "deleted"
      case .restored: "restored"
      case .imported: "imported"
      case .discarded: "discarded"
      }
    return verb + " " + what
  }
}
