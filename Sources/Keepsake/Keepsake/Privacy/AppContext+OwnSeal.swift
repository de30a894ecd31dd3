import Foundation
import Inventory
import Reprise
import Sync

extension AppContext {
  /// Why what is sealed of an item does not open in this window, and what helps.
  func whySealed(_ item: UUID) -> String {
    guard undecidedItems.contains(item),
      attempt({ try store.household.hasOwnSeal(of: .item(item)) }) == true
    else { return whySealed }
    return "sealed by another home at the same time: H takes yours back"
  }

  /// Asks whether what this window's home sealed should come back, where another home sealed the same at the same time.
  ///
  /// - Parameter action: The action whose key asks.
  /// - Returns: Whether there is anything to ask.
  func asksToTakeOwnSeal(
    of subject: SealedSubject, action: String, over screen: ViewController
  ) -> Bool {
    screen.ask(Question.takeOwnSeal(of: subject, action: action))
  }

  func ownSealAlert(of subject: SealedSubject, action: String) -> AlertController? {
    guard attempt({ try store.household.hasOwnSeal(of: subject) }) == true else { return nil }
    let alert = AlertController(
      title: "Take back what you sealed?",
      message: "Another home sealed it at the same time, and what it says now opens there alone. "
        + "Then yours is what every home has, and what that home wrote is gone.")
    alert.addAction(
      Action(action, "Take mine back", "t") { [weak self] in self?.takeOwnSeal(of: subject) })
    alert.addAction(.cancel())
    return alert
  }

  private func takeOwnSeal(of subject: SealedSubject) {
    guard !refuseDuringLongChange() else { return }
    let author = household.member
    guard attempt({ try store.household.takeOwnSeal(of: subject, author: author) }) == true else {
      return
    }
    disk.noteChange()
    dataDidChange()
    notice("What you sealed is back, in every home")
  }
}
