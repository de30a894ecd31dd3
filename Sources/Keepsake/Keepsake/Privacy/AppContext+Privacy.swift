import Foundation
import Inventory
import Reprise
import Sync

extension AppContext {
  /// Says that somebody had put another key in the place of the one that seals while it is locked.
  func warnForeignKey() {
    guard hadForeignKey else { return }
    problem(
      "What commands sealed while it was locked may open to somebody else: the key for it was exchanged. "
        + "It is right again")
  }

  /// Locks this window, or says what it takes.
  func lock() {
    guard application?.protectedData != nil else {
      return problem("There is no passphrase to lock with: keepsake passphrase")
    }
    application?.lockProtectedData()
  }

  /// Makes a new item private while it is being typed, or open again.
  ///
  /// From then on its draft is sealed; what the file held of it is overwritten.
  func changePrivacy(of form: ItemFormModel) {
    guard store.privacy.isOpen else {
      return problem("A private item needs a passphrase: keepsake passphrase")
    }
    form.setPrivate(!form.isPrivate)
    guard form.isPrivate else {
      return notice("It is stored as other items again, for whoever can read your files")
    }
    guard storeDrafts(), attempt({ try drafts.eraseFormerDrafts(of: form.draftID) }) != nil else {
      return
    }
    notice("What you type is sealed with the passphrase from now on")
  }

  /// Why what is sealed does not open in this window, and where its keys are.
  var whySealed: String { brief(SealedWords.inWindow(of: store.database.directory)) }

  /// An item whose content can be read here; `nil` if it cannot, which is said.
  func readableItem(_ uuid: UUID) -> Item? {
    guard let item = attempt({ try store.items.fetch(uuid) }) ?? nil else { return nil }
    guard item.isMasked else { return item }
    problem("This is \(whySealed(uuid))")
    return nil
  }

  /// Asks whether an item should become private, or stop being private.
  func changePrivacy(of uuid: UUID, over screen: ViewController) {
    if asksToTakeOwnSeal(of: .item(uuid), action: "item.privacy", over: screen) { return }
    guard readableItem(uuid) != nil else { return }
    guard store.privacy.isOpen else {
      return problem("A private item needs a passphrase: keepsake passphrase")
    }
    guard openForms.values.allSatisfy({ $0.itemUUID != uuid }) else {
      return problem("Save or close its form first")
    }
    let waiting = attempt { try drafts.drafts(of: uuid) } ?? []
    guard !waiting.contains(where: isOpenElsewhere) else {
      return problem("Its form is open in another window: save or close it there first")
    }
    screen.ask(Question.privacy(ofItem: uuid))
  }

  func privacyAlert(ofItem uuid: UUID) -> AlertController? {
    let found = attempt { try store.items.fetch(uuid) } ?? nil
    guard let item = found, !item.isMasked else { return nil }
    let name = shortened(item.name, toLeave: 40)
    let place = item.place.flatMap { place in attempt { try store.places.fetch(place) } ?? nil }
    let alert =
      item.isPrivate
      ? AlertController(
        title: "Stop keeping “\(name)” private?",
        message: "Its fields and files are stored as those of other items again, for whoever can "
          + "read your files.")
      : AlertController(
        title: "Make “\(name)” private?",
        message: "Its fields and files are sealed with the passphrase. Without it there is only a "
          + "“\(Item.privateName)” without value or place. No undo leads back, and backups from "
          + "before still have it."
          + (place?.isPrivate == false
            ? " Its place keeps its name: H on the place seals that, too." : ""))
    alert.addAction(
      item.isPrivate
        ? Action("item.privacy", "Stop keeping it private", "s") { [weak self] in
          self?.setPrivate(false, item)
        }
        : Action("item.privacy", "Make private", "m") { [weak self] in
          self?.setPrivate(true, item)
        })
    alert.addAction(.cancel())
    return alert
  }

  /// Seals the item with its files, or opens them, beside the interface: files may be large.
  private func setPrivate(_ isPrivate: Bool, _ item: Item) {
    guard let application, !refuseDuringLongChange() else { return }
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
        if isPrivate { eraseTraces(of: item.uuid) }
        let name = shortened(item.name, toLeave: 26)
        show(
          .done(summary), saying: (isPrivate ? "Made private: " : "Not private any more: ") + name)
      } catch {
        problem(words(for: error).capitalizedFirst)
      }
    }
  }

  /// Removes what other files hold of an item that has become private.
  private func eraseTraces(of item: UUID) {
    scrubDeleted()
    _ = attempt {
      for var draft in try drafts.drafts(of: item) {
        draft.isPrivate = true
        try drafts.put([draft])
      }
      try drafts.eraseFormerDrafts(of: item)
      if store.database.isInHousehold { try store.household.forgetFormerValues() }
      try store.database.emptyLog()
    }
  }

  /// Removes pictures and copies of files that have become private, here or in another home, or are withheld.
  func scrubDeleted() {
    _ = attempt { try ScrubQueue.sweep(store, pictures, openedIn: openedDirectory) }
  }
}
