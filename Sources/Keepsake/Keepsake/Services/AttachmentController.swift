import Foundation
import Inventory
import Reprise
import RepriseMedia

/// Reads, adds and checks attachments in the background.
final class AttachmentController {
  /// Decodes pictures.
  let pictures: PictureDecoder

  /// The items with missing or altered files, as far as known; lists mark them.
  private(set) var incompleteItems: Set<UUID> = []

  /// The directory where files to attach were chosen last.
  private(set) var browsedDirectory: String? {
    didSet { if browsedDirectory != oldValue { host.application?.setNeedsPreservation() } }
  }

  private let store: InventoryStore
  private let session: String

  /// The directory of the files; `nil` for the data directory.
  private let contentsDirectory: String?

  /// The directory of the copies that other programs have open.
  private let openedDirectory: String

  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private let navigator: Navigator
  private let preferences: PreferencesController
  private let changes: ChangeController
  private let backgroundChanges: BackgroundChanges

  /// Whether pictures follow the setting, which is read only when the first picture is shown.
  private var hasAppliedGraphics = false

  /// The conditions of files whose digest this window computed, by digest.
  private var checkedContents: [String: AttachmentCondition] = [:]

  init(
    _ store: InventoryStore, _ configuration: AppContext.Configuration,
    _ host: ApplicationReference, _ notices: NoticeCenter, _ updater: ScreenUpdater,
    _ navigator: Navigator, _ preferences: PreferencesController, _ changes: ChangeController,
    _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    session = configuration.session
    pictures = configuration.pictures
    contentsDirectory = configuration.contentsDirectory
    openedDirectory = configuration.openedDirectory
    self.host = host
    self.notices = notices
    self.updater = updater
    self.navigator = navigator
    self.preferences = preferences
    self.changes = changes
    self.backgroundChanges = backgroundChanges
  }

  /// The attachments of the inventory.
  var stored: AttachmentStore { store.attachments.withContents(in: contentsDirectory) }

  /// The directory of the files.
  var directory: String { contentsDirectory ?? store.database.directory }

  /// The attachments of an item, in order.
  func attachments(of item: UUID) -> [Attachment] {
    notices.attempt { try stored.fetchAll(of: item) } ?? []
  }

  /// The files of an item, in order, or the photo of a place.
  func attachments(of owner: FileOwner) -> [Attachment] {
    switch owner {
    case .item(let item): attachments(of: item)
    case .place(let place): [openPlace(place)?.photoFile].compactMap(\.self)
    }
  }

  /// A place that can have a photo; `nil` if it is gone, in the trash, or private and closed.
  func openPlace(_ uuid: UUID) -> Place? {
    let place = notices.attempt { try store.places.fetch(uuid) } ?? nil
    return place.flatMap { $0.deletedAt == nil && !$0.isMasked ? $0 : nil }
  }

  // MARK: - Pictures

  /// The file of a picture, for a view to show.
  func picture(_ attachment: Attachment) -> PictureSource {
    if !hasAppliedGraphics { applyGraphics() }
    let stored = stored
    // No cells of private files are kept on the disk, and their digests aren't saved.
    let identity = attachment.isPrivate ? attachment.uuid.uuidString : attachment.sha256
    return PictureSource(
      name: attachment.name, identity: identity, isCacheable: !attachment.isPrivate
    ) {
      do throws(InventoryError) {
        return try stored.open(attachment)
      } catch {
        throw PictureError(.unreadable, error.message)
      }
    }
  }

  /// Switches between pictures as graphics, where the terminal has them, and as cells, and stores that.
  ///
  /// With a preference in config.toml it only reports that, because preferences take precedence
  /// over the setting.
  func toggleGraphics() {
    if let wanted = preferences.personal.pictureGraphics {
      return notices.show("config.toml sets pictures to \(wanted ? "graphics" : "cells")")
    }
    guard var settings = notices.attempt({ try store.settings.fetch() }) else { return }
    settings.hasPictureGraphics.toggle()
    guard changes.change(settings) else { return }
    host.application?.prefersPictureGraphics = settings.hasPictureGraphics
    notices.show(
      settings.hasPictureGraphics
        ? "Pictures are graphics if the terminal supports them" : "Pictures are cells")
  }

  /// Shows pictures as the preferences say now, if any was shown.
  func graphicsPreferenceDidChange() {
    if hasAppliedGraphics { applyGraphics() }
  }

  /// Shows pictures as the preferences or the settings say; as cells if they cannot be read.
  private func applyGraphics() {
    hasAppliedGraphics = false
    guard let application = host.application,
      let wanted = preferences.personal.pictureGraphics
        ?? (try? store.settings.fetch())?.hasPictureGraphics
    else { return }
    hasAppliedGraphics = true
    application.prefersPictureGraphics = wanted
  }

  // MARK: - Adding files

  /// Remembers the directory where the person looks for files.
  func didBrowse(_ directory: String) { browsedDirectory = directory }

  func encode(with coder: Coder) { coder.encode(browsedDirectory, forKey: "browsedDirectory") }

  func decode(from coder: Coder) {
    browsedDirectory = coder.decodeString(forKey: "browsedDirectory")
  }

  /// Copies files and attaches them to an item in the background, then reports the result.
  ///
  /// If a kill interrupts, the item is unchanged.
  ///
  /// - Returns: Whether it has begun; if not, the bottom row shows the reason.
  func attach(_ paths: [String], to item: UUID) -> Bool {
    guard let application = host.application, !backgroundChanges.refusesChanges() else {
      return false
    }
    let (store, session) = (store, session)
    if paths.count > 1 {
      notices.show("Copying \(Figures.count(paths.count, "file", "files")) …")
    }
    let check = PhotoCheck(pictures)
    application.perform { _ in
      // Use a second connection: the interface keeps reading through the first.
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
      self?.didAttach(result, paths, to: item)
    }
    return true
  }

  private func didAttach(
    _ result: Result<(ChangeSummary, [String]), any Error>, _ paths: [String], to item: UUID
  ) {
    do {
      let (summary, remarks) = try result.get()
      try store.database.refresh()
      // Report nothing if the item has been hidden since.
      guard try store.items.fetch(item) != nil else { return updater.dataDidChange() }
      guard summary.count == 0 else {
        changes.show(.done(summary))
        // The last line stays; the list of messages has them all.
        return remarks.forEach(notices.warn)
      }
      // Perhaps under another name.
      notices.show("The same \(paths.count == 1 ? "file is" : "files are") already attached")
    } catch {
      notices.warn(notices.words(for: error).capitalizedFirst)
    }
  }

  /// Copies a picture and makes it the photo of a place in the background, then reports the result.
  ///
  /// If a kill interrupts, the place is unchanged.
  ///
  /// - Returns: Whether it has begun; if not, the bottom row shows the reason.
  func setPhoto(_ path: String, ofPlace place: UUID) -> Bool {
    guard let application = host.application, !backgroundChanges.refusesChanges() else {
      return false
    }
    let (store, session) = (store, session)
    let check = PhotoCheck(pictures)
    application.perform { _ in
      let own = try store.openAgain() ?? store
      let summary = try own.attachments.setPhoto(path, ofPlace: place, session: session)
      let photo = try own.places.fetch(place)?.photoFile
      return (summary, photo.map { check.remark(on: $0, in: own.attachments) } ?? "")
    } completion: { [weak self] result in
      self?.didSetPhoto(result, ofPlace: place)
    }
    return true
  }

  private func didSetPhoto(
    _ result: Result<(ChangeSummary, String), any Error>, ofPlace place: UUID
  ) {
    do {
      let (summary, remark) = try result.get()
      try store.database.refresh()
      let name = notices.shortened(openPlace(place)?.name ?? summary.name, toLeave: 40)
      guard summary.count > 0 else { return notices.show("“\(name)” has this photo already") }
      changes.show(.done(summary), saying: "Set the photo of “\(name)”")
      if !remark.isEmpty { notices.warn("Set the photo of “\(name)”\(remark)") }
    } catch {
      notices.warn(notices.words(for: error).capitalizedFirst)
    }
  }

  /// Removes the photo of a place; undo brings it back.
  func removePhoto(ofPlace place: UUID) {
    let name = notices.shortened(openPlace(place)?.name ?? "", toLeave: 40)
    changes.perform(.place(.photo(place, nil))) { _ in "Removed the photo of “\(name)”" }
  }

  /// Removes what a killed attach left behind, in the background, and reports it.
  func removeInterruptedCopies() {
    guard let application = host.application, contentsDirectory == nil, stored.hasIncompleteFiles
    else { return }
    let store = store
    application.perform { _ in
      try (store.openAgain() ?? store).attachments.removeInterrupted()
    } completion: { [weak self] result in
      // A failure leaves it to the next launch.
      for interrupted in (try? result.get()) ?? [] { self?.notices.show(interrupted.text) }
    }
  }

  // MARK: - Conditions

  /// The condition of an attachment's file by size and time; if they don't settle it, its digest is computed once, in
  /// the background.
  func condition(of attachment: Attachment) -> AttachmentCondition {
    let stored = stored
    let seen = stored.condition(of: attachment, thoroughly: false)
    guard seen == .doubtful else { return seen }
    if let known = checkedContents[attachment.sha256] { return known }
    checkedContents[attachment.sha256] = .doubtful
    host.application?.perform { _ in
      stored.condition(of: attachment, thoroughly: true)
    } completion: { [weak self] result in
      guard let self, let condition = try? result.get() else { return }
      checkedContents[attachment.sha256] = condition
      if condition != .intact { updater.dataDidChange() }
    }
    return .doubtful
  }

  /// Finds the items with missing files, in the background, for lists to mark them.
  func findIncompleteItems() {
    let stored = stored
    guard let application = host.application, notices.attempt({ try stored.isEmpty }) == false
    else { return }
    application.performWhileActive { _ in
      try stored.incompleteItems()
    } completion: { [weak self] result in
      // Ignore a failure: the item's screen reports it.
      if let items = try? result.get() { self?.mark(items) }
    }
  }

  /// Updates the mark of an item that is on the screen.
  func updateMark(of item: UUID, with attached: [Attachment]) {
    guard !updater.isLaunching else { return }
    var items = incompleteItems
    // Don't use digests: the launch doesn't either, so a mark based on a digest would vanish after a restart.
    if attached.contains(where: stored.isIncomplete) {
      items.insert(item)
    } else {
      items.remove(item)
    }
    mark(items)
  }

  private func mark(_ items: Set<UUID>) {
    guard items != incompleteItems else { return }
    incompleteItems = items
    navigator.forEachScreen { $0.rowsDidChange() }
  }

  // MARK: - Other programs

  /// Opens a copy of a file in the desktop's program for it, so that the stored file cannot change.
  func open(_ attachment: Attachment) {
    guard let application = host.application else { return }
    guard !attachment.isPrivate else {
      return notices.warn(
        "Private files open only here: other programs would need a decrypted copy")
    }
    let (stored, directory) = (stored, openedDirectory)
    application.perform { _ in
      let copy = try OpenedCopy.make(of: attachment, from: stored, in: directory)
      try DesktopProgram.open(copy)
    } completion: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: notices.show("Opened \(attachment.name)")
      case .failure(let error as DesktopProgram.Failure):
        // The person needs the whole path, which the bottom row would cut.
        navigator.ask(Question.notOpened(error.reason, path: error.path))
      case .failure(let error): notices.warn(notices.words(for: error).capitalizedFirst)
      }
    }
  }

  /// Makes a copy of an item's main photo, or of its first file, for a program; `nil` if the item has no file that
  /// may leave Keepsake.
  func copyForProgram(ofItem item: UUID) throws -> String? {
    let files = attachments(of: item).filter { !$0.isPrivate }
    let file = files.first { $0.isPrimary && $0.isPicture } ?? files.first
    return try file.map { try OpenedCopy.make(of: $0, from: stored, in: openedDirectory) }
  }

  /// Reports why no program opened a file, and where the file is.
  func notOpenedAlert(_ reason: String, path: String) -> AlertController {
    let alert = AlertController(
      title: reason.capitalizedFirst, message: "The file is at\n\(path)")
    alert.addAction(.cancel("Close"))
    return alert
  }

  // MARK: - Hidden files

  /// Removes pictures and copies of files that have become private, here or in another home, or are hidden by
  /// content limits.
  func scrubDeleted() {
    _ = notices.attempt { try ScrubQueue.sweep(store, pictures, openedIn: openedDirectory) }
  }

  /// Drops everything known about files of items that may be hidden by now.
  func forget() {
    checkedContents = [:]
    incompleteItems = []
    try? FileManager.default.removeItem(atPath: openedDirectory)
  }
}
