import Foundation
import Inventory
import Reprise

/// What two homes wrote of settings, categories, places and files at the same time.
extension AppContext {
  /// The values that stand beside those of a place, a file or a setting.
  func undecided(of owner: UndecidedRow.Owner) -> [UndecidedRow] {
    undecidedRows.filter { $0.owner == owner }
  }

  /// The values of a place, a file or a setting in a line, marked as in lists; `nil` if nothing is undecided.
  func undecidedLine(of owner: UndecidedRow.Owner) -> String? {
    let values = undecided(of: owner)
    return values.isEmpty ? nil : "⇄ " + values.map(UndecidedWords.line).joined(separator: ", ")
  }

  /// Asks which of two values counts.
  func askToDecide(_ value: UndecidedRow, over screen: ViewController) {
    let alert = AlertController(
      title: "Which one counts?",
      message:
        "Two homes wrote \(shortened(value.subject, toLeave: 24)) at once. The other one goes, "
        + "in every home.")
    alert.addAction(
      Action("undecided.keep", "Keep \(UndecidedWords.value(value.shown))", "k") { [weak self] in
        self?.decide(value, taking: false)
      })
    alert.addAction(
      Action("undecided.take", "Take \(UndecidedWords.value(value.other))", "t") { [weak self] in
        self?.decide(value, taking: true)
      })
    alert.addAction(.cancel())
    screen.present(alert)
  }

  private func decide(_ value: UndecidedRow, taking isTaken: Bool) {
    guard !refuseDuringLongChange() else { return }
    application?.prepareForDataChange()
    let author = household.member
    let isDecided = attempt {
      try isTaken
        ? store.take(value, author: author) : store.keepShown(insteadOf: value, author: author)
    }
    guard let isDecided else { return }
    disk.noteChange()
    dataDidChange()
    isDecided
      ? notice(
        "Decided: \(UndecidedWords.value(isTaken ? value.other : value.shown)), in every home")
      : problem("Somebody has written it anew meanwhile")
  }
}
