import Sync
import Foundation
import Inventory
import Reprise

/// Makes items and places private, or stops keeping them private, and locks the window.
final class PrivacyController {
  private let store: InventoryStore
  private let session: String
  /// Whether unlocking showed that the key for sealing while locked had been replaced.
  private let hadForeignKey: Bool
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let drafts: DraftController
  private let changes: ChangeController
  private let attachments: AttachmentController
  private let conflicts: ConflictController
  private let backgroundChanges: BackgroundChanges

  init(
    _ store: InventoryStore, _ configuration: AppContext.Configuration,
    _ host: ApplicationReference, _ notices: NoticeCenter, _ drafts: DraftController,
    _ changes: ChangeController, _ attachments: AttachmentController,
    _ conflicts: ConflictController, _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    session = configuration.session
    hadForeignKey = configuration.hadForeignKey
    self.host = host
    self.notices = notices
    self.drafts = drafts
    self.changes = changes
    self.attachments = attachments
    self.conflicts = conflicts
    self.backgroundChanges = backgroundChanges
  }

  // MARK: - Keys

  /// Warns that the key that seals while the window is locked had been replaced.
  func warnForeignKey() {
    guard hadForeignKey else { return }
    notices.warn(
      "The key that commands encrypt with while Keepsake is locked was replaced, so someone may "
        + "read what they encrypted. It is correct again")
  }

  /// Locks this window, or reports that this needs a passphrase.
  func lock() {
    guard host.application?.protectedData != nil else {
      return notices.warn("There is no passphrase yet; set one with: keepsake passphrase")
    }
    host.application?.lockProtectedData()
  }

  // MARK: - Sealed content

  /// The number of private items among some; all of them if that can't be read.
  func count(among items: [UUID]) -> Int {
    notices.attempt { try store.privacy.itemCount(among: items) } ?? items.count
  }

  /// Why sealed content does not open in this window, and where its keys are.
  var whySealed: String {
    notices.brief(SealedWords.inWindow(of: store.database.directory))
  }

  /// Why sealed content of an item does not open in this window, and what helps.
  func whySealed(_ item: UUID) -> String {
    guard conflicts.marks.items.contains(item), conflicts.hasOwnSeal(of: .item(item)) else {
      return whySealed
    }
    return "encrypted by another home at the same time: H restores yours"
  }

  /// An item whose content can be read here; `nil` if it cannot, which is reported.
  func readableItem(_ uuid: UUID) -> Item? {
    guard let item = notices.attempt({ try store.items.fetch(uuid) }) ?? nil else { return nil }
    guard item.isMasked else { return item }
    notices.warn("This is \(whySealed(uuid))")
    return nil
  }

  // MARK: - Forms

  /// Makes a new item private while it is being typed, or open again.
  ///
  /// Then the draft is sealed, and its plain text in the file is overwritten.
  func changePrivacy(of form: any DraftForm) {
    guard store.privacy.isOpen else {
      return notices.warn("Private items need a passphrase; set one with: keepsake passphrase")
    }
    form.setPrivate(!form.isPrivate)
    guard form.isPrivate else {
      return notices.show("No longer encrypted: anyone who can read your files can read it")
    }
    guard drafts.commit(),
      notices.attempt({ try drafts.eraseFormerDrafts(of: form.draftID) }) != nil
    else { return }
    notices.show("What you type is now encrypted with the passphrase")
  }

  // MARK: - Items

  /// Asks whether an item should become private, or stop being private.
  func changePrivacy(of uuid: UUID, over screen: ViewController) {
    let isAsked = conflicts.asksToTakeOwnSeal(
      of: .item(uuid), action: "item.privacy", over: screen)
    guard !isAsked, readableItem(uuid) != nil else { return }
    guard store.privacy.isOpen else {
      return notices.warn("Private items need a passphrase; set one with: keepsake passphrase")
    }
    guard drafts.openForms.values.allSatisfy({ $0.itemUUID != uuid }) else {
      return notices.warn("Save or close its form first")
    }
    guard !drafts.isOpenElsewhere(item: uuid) else {
      return notices.warn("Its form is open in another window: save or close it there first")
    }
    screen.ask(Question.privacy(ofItem: uuid))
  }

  func alert(ofItem uuid: UUID) -> AlertController? {
    let found = notices.attempt { try store.items.fetch(uuid) } ?? nil
    guard let item = found, !item.isMasked else { return nil }
    let name = notices.shortened(item.name, toLeave: 40)
    let place = item.place.flatMap { place in
      notices.attempt { try store.places.fetch(place) } ?? nil
    }
    let alert =
      item.isPrivate
      ? AlertController(
        title: "Stop encrypting “\(name)”?",
        message: "Anyone who can read your files will be able to read its fields and its "
          + "files.")
      : AlertController(
        title: "Make “\(name)” private?",
        message:
          "Its fields and files are encrypted with the passphrase. Without it, you see only a "
          + "“\(Item.privateName)” without value or place, and totals leave it out. Undo can't reverse this. Older backups "
          + "still contain it unencrypted."
          + (place?.isPrivate == false
            ? " H on its place encrypts the place's name, too." : ""))
    alert.addAction(
      item.isPrivate
        ? Action("item.privacy", "Stop encrypting", "s") { [weak self] in
          self?.setPrivate(false, item)
        }
        : Action("item.privacy", "Make private", "m") { [weak self] in
          self?.setPrivate(true, item)
        })
    alert.addAction(.cancel())
    return alert
  }

  /// Seals the item with its files, or opens them, in the background: files may be large.
  private func setPrivate(_ isPrivate: Bool, _ item: Item) {
    guard let application = host.application, !backgroundChanges.refusesChanges() else { return }
    var wanted = item
    wanted.isPrivate = isPrivate
    let (store, session) = (store, session)
    application.perform { [wanted] _ in
      let own = try store.openAgain() ?? store
      return try own.attachments.setPrivacy(of: wanted, session: session)
    } completion: { [weak self] result in
      guard let self else { return }
      do {
        let summary = try result.get()
        try store.database.refresh()
        if isPrivate { scrub(item.uuid) }
        let line = isPrivate ? sealedLine(item.name) : line(isPrivate, item.name)
        changes.show(.done(summary), saying: line)
      } catch {
        notices.warn(notices.words(for: error).capitalizedFirst)
      }
    }
  }

  /// Removes the content of an item that has become private from other files.
  private func scrub(_ item: UUID) {
    attachments.scrubDeleted()
    _ = notices.attempt {
      try drafts.seal(draftsOf: item)
      if store.database.isInHousehold { try store.household.forgetFormerValues() }
      try store.database.emptyLog()
    }
  }

  private func sealedLine(_ name: String) -> String {
    "Made private: \(notices.shortened(name, toLeave: 40)); totals leave it out"
  }

  private func line(_ isPrivate: Bool, _ name: String) -> String {
    (isPrivate ? "Made private: " : "No longer private: ")
      + notices.shortened(name, toLeave: 26)
  }

  // MARK: - Places

  /// Asks whether the name of a place should become private, or stop being private.
  func changePrivacy(of place: Place, over screen: ViewController) {
    let isAsked = conflicts.asksToTakeOwnSeal(
      of: .place(place.uuid), action: "list.privacy", over: screen)
    if isAsked { return }
    guard !place.isMasked else { return notices.warn("Its name is \(whySealed)") }
    guard store.privacy.isOpen else {
      return notices.warn("Private places need a passphrase; set one with: keepsake passphrase")
    }
    screen.ask(Question.privacy(ofPlace: place.uuid))
  }

  func alert(ofPlace uuid: UUID) -> AlertController? {
    let found = notices.attempt { try store.places.fetch(uuid) } ?? nil
    guard let place = found, !place.isMasked else { return nil }
    let name = notices.shortened(place.name, toLeave: 40)
    let alert =
      place.isPrivate
      ? AlertController(
        title: "Stop encrypting the place “\(name)”?",
        message: "Anyone who can read your files will be able to read it.")
      : AlertController(
        title: "Make the place “\(name)” private?",
        message: "Its name, notes and photo are encrypted with the passphrase. Without it, you see "
          + "only a “\(Place.privateName)” with its items. Undo can't reverse this. Older backups "
          + "still contain them.")
    alert.addAction(
      place.isPrivate
        ? Action("list.privacy", "Stop encrypting", "s") { [weak self] in
          self?.setPrivate(false, place)
        }
        : Action("list.privacy", "Make private", "m") { [weak self] in
          self?.setPrivate(true, place)
        })
    alert.addAction(.cancel())
    return alert
  }

  private func setPrivate(_ isPrivate: Bool, _ place: Place) {
    let stored = attachments.stored
    let isChanged = changes.perform {
      try stored.setPrivacy(ofPlace: place.uuid, isPrivate: isPrivate, session: $0)
    }
    guard isChanged else { return }
    if isPrivate, place.photo != nil { attachments.scrubDeleted() }
    _ = notices.attempt {
      if isPrivate, store.database.isInHousehold { try store.household.forgetFormerValues() }
      if isPrivate { try store.database.emptyLog() }
    }
    notices.show(line(isPrivate, place.name))
  }
}
