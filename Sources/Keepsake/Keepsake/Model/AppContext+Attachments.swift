import RepriseMedia
import Foundation
import Inventory
import Reprise

/// Reads, adds and checks attachments in the background.
extension AppContext {
  /// Has pictures shown as graphics where the terminal has them, or as cells again, and remembers it.
  ///
  /// What the person's preferences say counts instead of the setting, so there is nothing to toggle then.
  func togglePictureGraphics() {
    if let wanted = personal.pictureGraphics {
      return notice("config.toml says that pictures are \(wanted ? "graphics" : "cells")")
    }
    guard var settings = attempt({ try store.settings.fetch() }) else { return }
    settings.hasPictureGraphics.toggle()
    guard change(settings) else { return }
    application?.prefersPictureGraphics = settings.hasPictureGraphics
    notice(
      settings.hasPictureGraphics
        ? "Pictures are graphics where the terminal says it has them" : "Pictures are cells")
  }

  /// Has pictures shown as the settings say, once; while these cannot be read, as cells.
  private func applyPictureGraphics() {
    guard !knowsPictureGraphics, let application,
      let wanted = personal.pictureGraphics ?? (try? store.settings.fetch())?.hasPictureGraphics
    else { return }
    knowsPictureGraphics = true
    application.prefersPictureGraphics = wanted
  }

  /// Has the pictures on screen shown as the preferences say by now.
  func applyPictureGraphicsAgain() {
    guard knowsPictureGraphics else { return }
    knowsPictureGraphics = false
    applyPictureGraphics()
  }

  /// The attachments of the inventory.
  var attachments: AttachmentStore { store.attachments.withContents(in: contentsDirectory) }

  /// The attachments of an item, in order.
  func attachments(of item: UUID) -> [Attachment] {
    attempt { try attachments.fetchAll(of: item) } ?? []
  }

  /// The file of a picture, for a view to show.
  func picture(_ attachment: Attachment) -> PictureSource {
    applyPictureGraphics()
    let attachments = attachments
    // Without an identity no cells of it are kept on the disk.
    let identity = attachment.isPrivate ? nil : attachment.sha256
    return PictureSource(name: attachment.name, identity: identity) {
      do throws(InventoryError) {
        return try attachments.open(attachment)
      } catch {
        throw PictureError(.unreadable, error.message)
      }
    }
  }

  /// Copies files and attaches them to an item in the background, then shows what was done.
  ///
  /// A kill meanwhile leaves the item as it was.
  ///
  /// - Returns: Whether it was begun; if not, the bottom row says why.
  func attach(_ paths: [String], to item: UUID) -> Bool {
    guard let application, !refuseDuringLongChange() else { return false }
    let store = store
    let session = session
    if paths.count > 1 { notice("Copying \(Figures.count(paths.count, "file", "files")) …") }
    let check = PhotoCheck(pictures)
    application.perform { _ in
      // Use a second connection: the interface goes on reading through the first.
      let attachments = try (store.openAgain() ?? store).attachments
      let before = try Set(attachments.fetchAll(of: item).map(\.uuid))
      let summary = try attachments.attach(paths, to: item, session: session)
      let new = try attachments.fetchAll(of: item).filter { !before.contains($0.uuid) }
      let remarks = new.compactMap { attachment in
        let remark = check.remark(on: attachment, in: attachments)
        return remark.isEmpty ? nil : "Attached \(attachment.name)\(remark)"
      }
      return (summary, remarks)
    } completion: { [weak self] result in
      guard let self else { return }
      do {
        let (summary, remarks) = try result.get()
        try store.database.refresh()
        // Hidden meanwhile: nothing is said of it.
        guard try store.items.fetch(item) != nil else { return dataDidChange() }
        guard summary.count == 0 else {
          show(.done(summary))
          // The last line stays; the list of messages has them all.
          return remarks.forEach(problem)
        }
        // Perhaps under another name.
        notice("The same \(paths.count == 1 ? "file is" : "files are") attached already")
      } catch {
        problem(words(for: error).capitalizedFirst)
      }
    }
    return true
  }

  /// The condition of an attachment's file, judged by size and time; if they do not tell, its digest is taken
  /// once, in the background.
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

  /// Removes what a killed attach left behind, in the background, and reports it.
  func removeInterruptedCopies() {
    guard let application, contentsDirectory == nil, attachments.hasIncompleteFiles else { return }
    let store = store
    application.perform { _ in
      try (store.openAgain() ?? store).attachments.removeInterrupted()
    } completion: { [weak self] result in
      // A failure leaves it to the next launch.
      for interrupted in (try? result.get()) ?? [] { self?.notice(interrupted.text) }
    }
  }

  /// Finds the items with missing files, in the background, for lists to mark them.
  func lookForMissingFiles() {
    guard let application, attempt({ try attachments.isEmpty }) == false else { return }
    let (store, contents) = (store, contentsDirectory)
    application.performWhileActive { _ in
      try store.attachments.withContents(in: contents).incompleteItems()
    } completion: { [weak self] result in
      // Ignore a failure: the item's screen reports it.
      if let items = try? result.get() { self?.mark(items) }
    }
  }

  /// Updates the mark of an item that is on the screen.
  func noteFiles(_ attached: [Attachment], of item: UUID) {
    guard !isLaunching else { return }
    var items = incompleteItems
    // Judge as at launch, without digests: a mark that only a digest explains would be gone after a restart.
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

  /// Opens a copy of a file in the desktop's program for it, so that the stored file cannot change.
  func open(_ attachment: Attachment) {
    guard let application else { return }
    guard !attachment.isPrivate else {
      return problem("A private file is shown here alone: another program would need an open copy")
    }
    let attachments = attachments
    let directory = openedDirectory
    application.perform { _ in
      let copy = try OpenedCopy.make(of: attachment, from: attachments, in: directory)
      try DesktopProgram.open(copy)
    } completion: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: notice("Opened \(attachment.name)")
      case .failure(let error as DesktopProgram.Failure): say(error, in: application)
      case .failure(let error): problem(words(for: error).capitalizedFirst)
      }
    }
  }

  /// Says in an alert why nothing opened a file: the person needs its whole path, which the bottom row cuts.
  private func say(_ failure: DesktopProgram.Failure, in application: Application) {
    application.window.frontController?.ask(
      Question.notOpened(failure.reason, path: failure.path))
  }

  func notOpenedAlert(_ reason: String, path: String) -> AlertController? {
    let alert = AlertController(
      title: reason.capitalizedFirst, message: "The file is at\n\(path)")
    alert.addAction(.cancel("Close"))
    return alert
  }
}
