import Foundation
import Inventory
import Reprise

extension AppContext {
  /// Locks this window, or says what it takes.
  func lock() {
    guard application?.protectedData != nil else {
      return problem("There is no passphrase to lock with: keepsake passphrase")
    }
    application?.lockProtectedData()
  }

  /// Asks whether an item should become private, or stop being private.
  func changePrivacy(of uuid: UUID, over screen: ViewController) {
    guard store.opensPrivateItems else {
      return problem("A private item needs a passphrase: keepsake passphrase")
    }
    guard let item = attempt({ try store.item(uuid) }) ?? nil else { return }
    guard openForms.values.allSatisfy({ $0.itemUUID != uuid }) else {
      return problem("Save or close its form first")
    }
    let name = shortened(item.name, toLeave: 40)
    let alert =
      item.isPrivate
      ? AlertController(
        title: "Keep “\(name)” open?",
        message: "Its fields are stored as those of other items again, for whoever can read your files.")
      : AlertController(
        title: "Make “\(name)” private?",
        message: "Its fields are sealed with the passphrase. Without it there is only a “\(Item.privateName)” without value or "
          + "place. This cannot be undone step by step, and backups from before still have it.")
    alert.addAction(
      Action("item.privacy", item.isPrivate ? "Keep open" : "Make private", "m") { [weak self] in
        self?.setPrivate(!item.isPrivate, item)
      })
    alert.addAction(.cancel())
    screen.present(alert)
  }

  private func setPrivate(_ isPrivate: Bool, _ item: Item) {
    var wanted = item
    wanted.isPrivate = isPrivate
    guard perform(.updateItem(wanted)), isPrivate else { return }
    _ = attempt {
      for var draft in try drafts.drafts(of: item.uuid) {
        draft.isPrivate = true
        try drafts.put([draft])
      }
      try drafts.eraseFormerDrafts(of: item.uuid)
      try store.emptyLog()
    }
  }
}
