import Foundation
import Inventory
import Reprise
import Sync

extension AppContext {
  /// Asks whether the name of a place should become private, or stop being private.
  func changePrivacy(of place: Place, over screen: ViewController) {
    if asksToTakeOwnSeal(of: .place(place.uuid), action: "list.privacy", over: screen) { return }
    guard !place.isMasked else { return problem("Its name is \(whySealed)") }
    guard store.privacy.isOpen else {
      return problem("A private place needs a passphrase: keepsake passphrase")
    }
    screen.ask(Question.privacy(ofPlace: place.uuid))
  }

  func privacyAlert(ofPlace uuid: UUID) -> AlertController? {
    let found = attempt { try store.places.fetch(uuid) } ?? nil
    guard let place = found, !place.isMasked else { return nil }
    let name = shortened(place.name, toLeave: 40)
    let alert =
      place.isPrivate
      ? AlertController(
        title: "Stop keeping the name “\(name)” private?",
        message: "It is stored as that of other places again, for whoever can read your files.")
      : AlertController(
        title: "Make the name “\(name)” private?",
        message: "It is sealed with the passphrase. Without it there is only a "
          + "“\(Place.privateName)” with what lies in it. No undo leads back, and backups from "
          + "before still have it.")
    alert.addAction(
      place.isPrivate
        ? Action("list.privacy", "Stop keeping it private", "s") { [weak self] in
          self?.setPrivate(false, place)
        }
        : Action("list.privacy", "Make private", "m") { [weak self] in
          self?.setPrivate(true, place)
        })
    alert.addAction(.cancel())
    return alert
  }

  private func setPrivate(_ isPrivate: Bool, _ place: Place) {
    guard !refuseDuringLongChange(),
      perform(.setPlacePrivacy(place.uuid, isPrivate: isPrivate))
    else { return }
    _ = attempt {
      if isPrivate, store.database.isInHousehold { try store.household.forgetFormerValues() }
      if isPrivate { try store.database.emptyLog() }
    }
    let name = shortened(place.name, toLeave: 26)
    notice((isPrivate ? "Made private: " : "Not private any more: ") + name)
  }
}
