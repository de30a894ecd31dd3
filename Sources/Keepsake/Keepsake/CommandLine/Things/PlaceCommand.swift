import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake place`: the places of the inventory.
struct PlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "List, add, rename, move, merge or delete places.",
    discussion: """
      A place is named by its path, "Home / Attic / Box 12", or by the end of its path if only one place ends so: \
      "Box 12". Case and repeated spaces don't matter. In a window, u undoes each of these commands.
      """,
    subcommands: [
      PlaceList.self, PlaceAdd.self, PlaceRename.self, PlaceMove.self, PlaceMerge.self,
      PlaceDelete.self, PlaceNote.self, PlacePhotoCommand.self,
    ])
}

/// `keepsake place list`: prints the places, one a line.
struct PlaceList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print places, one per line: path, number of items at any depth, number of places.")

  @Flag(help: "Print one JSON object per line.")
  var json = false

  private struct Line: Encodable {
    var uuid: UUID
    var path: String
    var items: Int
    var places: Int
    var notes: String
    var photo: AttachedPhoto?
    var isPrivate: Bool

    private enum CodingKeys: String, CodingKey {
      case uuid, path, items, places, notes, photo
      case isPrivate = "private"
    }
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      for place in try store.places.fetchAll() {
        if json {
          try Console.json(
            Line(
              uuid: place.uuid, path: place.path, items: place.subtreeItemCount,
              places: place.placeCount, notes: place.isMasked ? "" : place.notes,
              photo: AttachedPhoto(of: place, in: store.attachments),
              isPrivate: place.isPrivate || place.isMasked))
        } else {
          Console.data(place.path, "\(place.subtreeItemCount)", "\(place.placeCount)")
        }
      }
    } catch {
      Console.fail(error)
    }
  }
}

/// `keepsake place add PATH`: stores a new place.
struct PlaceAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a place, with the missing places around it, and print its path.",
    discussion: """
      If the place exists, nothing changes. --private encrypts the names of the new places.

      Example:
        keepsake place add "Home / Attic / Box 12"
      """)

  @Flag(name: .customLong("private"), help: "Encrypt the names; only the passphrase opens them.")
  var isPrivate = false

  @Argument(help: "The path of the place.", completion: Completions.place)
  var path: String

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .write)
      if isPrivate { try store.sealPrivateItems(Workspace.paths()) }
      guard let path = Place.path(typed: path) else {
        throw InventoryError(.badData, "a place needs a name")
      }
      if let known = try store.places.fetch(path: path) {
        Console.data(known.path)
        return Console.message("“\(known.path)” already exists")
      }
      let uuid = UUID()
      try store.changes.perform(
        .createPlaces(path: path, uuid: uuid, isPrivate: isPrivate), session: Workspace.mainSession)
      guard let made = try store.places.fetch(uuid) else { return Console.data(path) }
      Console.data(made.path)
      let others = try store.places.children(of: made.parent).filter { $0.uuid != uuid }
      if let similar = SimilarPlaces(others).place(like: made.name) {
        Console.message("There is also “\(similar.path)”; only accents differ")
      }
    } catch {
      Console.fail(error)
    }
  }
}

/// `keepsake place rename PLACE NAME`: renames a place.
struct PlaceRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a place.",
    discussion: """
      Example:
        keepsake place rename "Home / Attic" Loft
      """)

  @Argument(help: "The place, by its path or the end of it.", completion: Completions.place)
  var place: String

  @Argument(help: "Its new name, without the places around it.")
  var name: String

  func run() throws {
    PlaceChange.run(place) { found, _ in
      .renamePlace(found.uuid, to: name)
    } report: {
      "Renamed “\($0.path)” to “\($1.name)”"
    }
  }
}

/// `keepsake place move PLACE INTO`: moves a place.
struct PlaceMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a place, with everything in it, into another place.",
    discussion: """
      / as the other place moves it to the top.

      Example:
        keepsake place move "Box 12" Cellar
      """)

  @Argument(help: "The place, by its path or the end of it.", completion: Completions.place)
  var place: String

  @Argument(help: "The place to move it into; / for the top.", completion: Completions.place)
  var into: String

  func run() throws {
    PlaceChange.run(place) { found, store in
      let isTop = Place.path(typed: into) == nil
      let parent = isTop ? nil : try store.place(onlyNamed: into).uuid
      return .place(.move(found.uuid, to: parent))
    } report: {
      "Moved “\($0.path)” to “\($1.path)”"
    }
  }
}

/// `keepsake place merge PLACE INTO`: merges a place into another one.
struct PlaceMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Move everything in a place into another one, and the empty place to the trash.",
    discussion: """
      Places inside both that have the same name are merged, too.

      Example:
        keepsake place merge Loft Attic
      """)

  @Argument(help: "The place that goes.", completion: Completions.place)
  var place: String

  @Argument(help: "The place that gets its contents.", completion: Completions.place)
  var into: String

  func run() throws {
    var targetPath = ""
    PlaceChange.run(place) { found, store in
      let target = try store.place(onlyNamed: into)
      targetPath = target.path
      return .place(.merge(found.uuid, into: target.uuid))
    } report: { former, _ in
      "Merged “\(former.path)” into “\(targetPath)”"
    }
  }
}

/// `keepsake place delete PLACE`: moves a place to the trash.
struct PlaceDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Move a place to the trash.",
    discussion: """
      A place that isn't empty needs --keep-contents or --delete-contents.

      Example:
        keepsake place delete Attic --keep-contents
      """)

  @Flag(help: "Move its items and places to the place around it.")
  var keepContents = false

  @Flag(help: "Move its items and places to the trash, too.")
  var deleteContents = false

  @Argument(help: "The place, by its path or the end of it.", completion: Completions.place)
  var place: String

  func validate() throws {
    guard keepContents, deleteContents else { return }
    throw ValidationError("use either --keep-contents or --delete-contents")
  }

  func run() throws {
    PlaceChange.run(place) { found, _ in
      if !keepContents, !deleteContents, let contents = found.contents() {
        throw UsageFailure(
          status: .usage,
          message: "“\(found.path)” contains \(contents); add --keep-contents to move them to the "
            + "place around it, or --delete-contents")
      }
      return .trashPlace(found.uuid, contents: deleteContents ? .trash : .moveUp)
    } report: { former, _ in
      "Deleted “\(former.path)”"
    }
  }
}

/// `keepsake place note PLACE TEXT`: prints or replaces the notes of a place.
struct PlaceNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Print the notes of a place, or replace them.",
    discussion: """
      An empty text removes the notes.

      Example:
        keepsake place note Attic "The key hangs in the hall."
      """)

  @Argument(help: "The place, by its path or the end of it.", completion: Completions.place)
  var place: String

  @Argument(help: "Its new notes; without it, the notes are printed.")
  var text: String?

  func run() throws {
    guard let text else { return printNotes() }
    PlaceChange.run(place) { found, _ in
      .place(.note(found.uuid, text))
    } report: { _, now in
      now.notes.isEmpty
        ? "Removed the notes of “\(now.path)”" : "Changed the notes of “\(now.path)”"
    }
  }

  private func printNotes() {
    do {
      let found = try Workspace.openInventory().place(onlyNamed: place)
      try found.checkIsOpen()
      if !found.notes.isEmpty { Console.document(Array((found.notes + "\n").utf8)) }
    } catch {
      Console.fail(error)
    }
  }
}

/// Changes one place and reports it.
nonisolated private enum PlaceChange {
  static func run(
    _ text: String, _ edit: (Place, InventoryStore) throws -> Edit,
    report: (_ former: Place, _ present: Place) -> String
  ) {
    ThingChange.run {
      try $0.place(onlyNamed: text)
    } _: {
      try edit($0, $1)
    } report: { found, summary, store in
      let now = try store.places.fetch(found.uuid) ?? found
      return summary.count > 0 ? report(found, now) : "“\(now.path)” is unchanged"
    }
  }
}
