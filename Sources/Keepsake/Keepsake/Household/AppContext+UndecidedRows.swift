import Foundation
import Inventory
import Reprise
import Sync

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

  /// Asks which of the values counts that stand in the cell of one.
  func askToDecide(_ value: UndecidedRow, over screen: ViewController) {
    screen.ask(Question.decide(value))
  }

  func decisionAlert(ofValue id: String) -> AlertController? {
    guard let value = undecidedRows.first(where: { $0.id == id }) else { return nil }
    let others = undecidedRows.filter { $0.cell == value.cell }
    let homes = others.count == 1 ? "Two" : "\(others.count + 1)"
    let alert = AlertController(
      title: "Which one counts?",
      message: "\(homes) homes wrote \(shortened(value.subject, toLeave: 24)) at once. "
        + (others.count == 1
          ? "The other one goes, in every home." : "The others go, in every home.")
    )
    alert.addAction(
      Action("undecided.keep", "Keep \(UndecidedWords.value(value.shown))", "k") { [weak self] in
        self?.decide(value, taking: false)
      })
    for (other, key) in zip(others, ["t", "2", "3", "4", "5", "6", "7", "8", "9"]) {
      alert.addAction(
        Action(
          key == "t" ? "undecided.take" : "undecided.take-\(key)",
          "Take \(UndecidedWords.value(other.other))", KeyBinding(key)
        ) { [weak self] in self?.decide(other, taking: true) })
    }
    alert.addAction(.cancel())
    return alert
  }

  private func decide(_ value: UndecidedRow, taking isTaken: Bool) {
    guard !refuseDuringLongChange() else { return }
    let author = household.member
    let isDecided = attempt {
      try isTaken
        ? store.household.take(value, author: author)
        : store.household.keepShown(insteadOf: value, author: author)
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
