import Foundation
import Inventory
import Reprise

/// Files that are attached to items: reading, adding and checking them beside the interface.
extension AppContext {
  /// The attachments of the inventory.
  var attachments: AttachmentStore { AttachmentStore(store, contentsIn: contentsDirectory) }

  /// What is attached to an item, in its order.
  func attachments(of item: UUID) -> [Attachment] {
    attempt { try attachments.attachments(of: item) } ?? []
  }

  /// The file of a picture, for a view.
  func picture(_ attachment: Attachment) -> PictureSource {
    let attachments = attachments
    return PictureSource(name: attachment.name, identity: attachment.sha256) {
      do throws(InventoryError) {
        return try attachments.open(attachment)
      } catch {
        throw PictureError(.unreadable, error.message)
      }
    }
  }

  /// Copies files and attaches them to an item, beside the interface; says what was done.
  ///
  /// A kill meanwhile leaves the item as it was.
  func attach(_ paths: [String], to item: UUID) {
    guard let application, !refuseDuringLongChange() else { return }
    let store = store
    let session = session
    if paths.count > 1 { notice("Copying \(Figures.count(paths.count, "file", "files")) …") }
    application.perform { _ in
      // A connection of its own: the interface goes on reading.
      let own = try store.openAgain() ?? store
      return try AttachmentStore(own).attach(paths, to: item, session: session)
    } completion: { [weak self] result in
      guard let self else { return }
      application.prepareForDataChange()
      do {
        let summary = try result.get()
        try store.refresh()
        if summary.count == 0 { notice("It is attached already") } else { show(.done(summary)) }
      } catch {
        problem(words(for: error).capitalizedFirst)
      }
    }
  }

  /// What became of the file of an attachment, as far as a glance tells; where it does not, its digest is
  /// taken beside the interface, once.
  func condition(of attachment: Attachment) -> AttachmentCondition {
    let attachments = attachments
    let seen = attachments.condition(of: attachment, thoroughly: false)
    guard seen == .doubtful else { return seen }
    if let known = checkedContents[attachment.sha256] { return known }
    checkedContents[attachment.sha256] = .doubtful
    application?.perform { _ in
      attachments.condition(of: attachment, thoroughly: true)
    } completion: { [weak self] result in
      guard let self, let condition = try? result.get() else { return }
      checkedContents[attachment.sha256] = condition
      if condition != .intact { dataDidChange() }
    }
    return .doubtful
  }

  /// Looks, beside the interface, which items have files that are missing, for lists to mark them.
  func lookForMissingFiles() {
    guard let application, attempt({ try attachments.isEmpty }) == false else { return }
    let (store, contents) = (store, contentsDirectory)
    application.performWhileActive { _ in
      try AttachmentStore(store, contentsIn: contents).incompleteItems()
    } completion: { [weak self] result in
      // What cannot be looked at now is said where somebody looks at it.
      if let items = try? result.get() { self?.mark(items) }
    }
  }

  /// Takes note whether the files of an item are there, where somebody looks at it.
  func noteFiles(_ attached: [Attachment], of item: UUID) {
    guard !isLaunching else { return }
    var items = incompleteItems
    // As at the launch: a mark that a digest alone finds would be gone after a restart.
    if attached.contains(where: attachments.isIncomplete) {
      items.insert(item)
    } else {
      items.remove(item)
    }
    mark(items)
  }

  private func mark(_ items: Set<UUID>) {
    guard items != incompleteItems else { return }
    incompleteItems = items
    if let root = application?.window.rootViewController { showRowsAnew(in: root) }
  }

  private func showRowsAnew(in controller: ViewController) {
    (controller as? ScreenController)?.rowsDidChange()
    controller.children.forEach(showRowsAnew)
  }

  /// Hands a file to the desktop's program for it: a copy under its own name, so that what is stored
  /// stays as it is.
  func open(_ attachment: Attachment) {
    guard let application else { return }
    let attachments = attachments
    let directory = openedDirectory
    application.perform { _ in
      let copy = try OpenedCopy.make(of: attachment, from: attachments, in: directory)
      try DesktopProgram.open(copy)
    } completion: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: notice("Opened \(attachment.name)")
      case .failure(let error): problem(words(for: error).capitalizedFirst)
      }
    }
  }
}
