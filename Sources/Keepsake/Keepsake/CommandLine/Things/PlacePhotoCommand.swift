import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake place photo PLACE [FILE]`: finds, replaces or removes the photo of a place.
struct PlacePhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    abstract: "Print the path of a place's photo, replace the photo, or remove it.",
    discussion: """
      The file is copied, so you can delete the original. It can be a JPEG, PNG, WebP or HEIC picture. A damaged picture \
      is stored with a warning.

      Example:
        keepsake place photo Attic attic.jpg
      """)

  @Argument(help: "The place, by its path or the end of it.", completion: Completions.place)
  var place: String

  @Argument(
    help: "Its new photo; without it, the path of the stored photo is printed.",
    completion: .file())
  var file: String?

  @Flag(help: "Remove the photo.")
  var remove = false

  func validate() throws {
    guard remove, file != nil else { return }
    throw ValidationError("Name a file or use --remove, not both.")
  }

  func run() throws {
    do {
      let isChange = remove || file != nil
      let store = try Workspace.openInventory(access: isChange ? .write : .read)
      let found = try store.place(onlyNamed: place)
      try found.checkIsOpen()
      if let file {
        try setPhoto(of: found, to: file, in: store)
      } else if remove {
        try removePhoto(of: found, in: store)
      } else {
        try printPath(of: found, in: store)
      }
    } catch {
      Console.fail(error)
    }
  }

  private func setPhoto(of place: Place, to path: String, in store: InventoryStore) throws {
    let summary = try store.attachments.setPhoto(
      path, ofPlace: place.uuid, session: Workspace.mainSession)
    guard summary.count > 0, let photo = try store.places.fetch(place.uuid)?.photoFile else {
      return Console.message("“\(place.path)” has this photo already")
    }
    let remark = PhotoCheck(try Workspace.paths().pictures).remark(on: photo, in: store.attachments)
    let verb = place.photo == nil ? "Added" : "Replaced"
    Console.message("\(verb) the photo of “\(place.path)”\(remark)")
  }

  private func removePhoto(of place: Place, in store: InventoryStore) throws {
    let summary = try store.changes.perform(
      .place(.photo(place.uuid, nil)), session: Workspace.mainSession)
    Console.message(
      summary.count > 0
        ? "Removed the photo of “\(place.path)”" : "“\(place.path)” has no photo")
  }

  private func printPath(of place: Place, in store: InventoryStore) throws {
    guard let photo = place.photoFile else {
      return Console.message("“\(place.path)” has no photo")
    }
    let attachments = store.attachments
    guard !attachments.isIncomplete(photo) else {
      let words = attachments.condition(of: photo, thoroughly: false).words
      throw InventoryError(
        .badData, "the photo of “\(place.path)”: \(words) (\(attachments.path(of: photo)))")
    }
    Console.data(attachments.path(of: photo))
  }
}
