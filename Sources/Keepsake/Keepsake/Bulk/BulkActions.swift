import Foundation
import Inventory
import Reprise

/// The actions on the marked items, or else on the selected one; each is one step of undo.
enum BulkActions {
  /// Makes them for a screen.
  ///
  /// - Parameter prefix: The beginning of the ids, `list` or `item`.
  static func make<Screen: ItemChoosing>(for screen: Screen, prefix: String) -> [Action] {
    func action(
      _ id: String, _ title: String, _ keys: KeyBinding, isHinted: Bool = false,
      perform: @escaping (Screen) -> Void
    ) -> Action {
      Action(
        "\(prefix).\(id)", title, keys, isHinted: isHinted, for: screen,
        enabled: { $0.canChangeItems }, perform: perform
      ).unavailable("mark or select items")
    }
    return [
      action("move", "Move", "m", isHinted: true) { $0.chooseNewPlace() }
        .titled(for: screen) { $0.title("Move") },
      Action(
        "\(prefix).move-again", "Move to the same place again", ".", isHinted: false, for: screen,
        enabled: { $0.canChangeItems && $0.context.lastPlace.place != nil }
      ) { $0.moveAgain() }.unavailable("move an item first"),
      action("tag", "Tag", "t", isHinted: true) { $0.chooseTags() }
        .hinted(for: screen) { $0.markCount > 0 }
        .titled(for: screen) { $0.title("Tag") },
      action("change", "Change fields", "b") { $0.changeFields() }
        .titled(for: screen) { $0.title("Change fields") },
      action("duplicate", "Duplicate", "c") { $0.duplicate() },
      action("sell", "Mark as sold", "s s") { $0.sell() },
      action("lend", "Lend", "s l") { $0.lend() },
      action("maintenance", "Complete maintenance", "s m") { $0.completeMaintenance() },
      action("more", "Raise quantity", "+") { $0.changeQuantity(by: 1) },
      action("fewer", "Lower quantity", "-") { $0.changeQuantity(by: -1) },
    ]
  }
}

extension ItemChoosing {
  // MARK: - Moving

  fileprivate func chooseNewPlace() {
    guard itemsToChange("moved") != nil else { return }
    context.navigator.present(
      MovePickerViewController(context: context, items: ChosenItems(self)), in: .form, over: self)
  }

  fileprivate func moveAgain() {
    guard let items = itemsToChange("moved"), let place = context.lastPlace.place else { return }
    let known = context.notices.attempt { try context.store.places.fetch(place) } ?? nil
    guard known?.deletedAt == nil, known != nil else {
      return context.notices.show("The last place no longer exists: m chooses another one")
    }
    _ = context.move(items, to: place)
  }

  // MARK: - Tagging and copying

  fileprivate func chooseTags() {
    guard itemsToChange("tagged") != nil else { return }
    context.navigator.present(
      TagPickerViewController(context: context, items: ChosenItems(self)), in: .form, over: self)
  }

  fileprivate func duplicate() {
    guard let items = itemsToChange("duplicated") else { return }
    let copies = items.map { ItemCopy(of: $0) }
    guard context.changes.perform(.copyItems(copies)), copies.count == 1 else { return }
    let made = context.notices.attempt { try context.store.items.fetch(copies[0].copy) } ?? nil
    if let made { show(saved: SavedItem(uuid: made.uuid, name: made.name, isNew: true)) }
  }

  // MARK: - Changing fields

  fileprivate func changeFields() {
    guard itemsToChange("changed") != nil else { return }
    context.navigator.present(
      BulkFormViewController(context: context, items: ChosenItems(self)), in: .form, over: self)
    warnOfKeptEntries()
  }

  /// Names the entries of an earlier form, which would change these items, too.
  private func warnOfKeptEntries() {
    let kept = context.bulkForm.touchedFields.map(\.label)
    guard !kept.isEmpty else { return }
    context.notices.warn(
      "Kept from the last time: \(kept.joined(separator: ", ")) — Discard drops it")
  }

  // MARK: - Selling and lending

  fileprivate func sell() {
    guard let items = itemsToChange("sold") else { return }
    context.changes.perform(.sellItems(items, on: context.preferences.today())) {
      $0.count == 0 ? "Already sold" : $0.line("Sold")
    }
  }

  fileprivate func lend() {
    guard itemsToChange("lent") != nil else { return }
    context.navigator.present(
      LendViewController(context: context, items: ChosenItems(self)), in: .form, over: self)
  }

  fileprivate func completeMaintenance() {
    guard itemsToChange("maintained") != nil else { return }
    context.navigator.present(
      CompleteMaintenanceViewController(context: context, items: ChosenItems(self)), in: .form,
      over: self)
  }

  /// Ends the loans of the items.
  func endLoans() {
    guard let items = itemsToChange("brought back") else { return }
    context.changes.perform(.endLoans(items)) {
      $0.count == 0 ? "Nothing to bring back: not lent, archived or in the trash" : $0.line("Back:")
    }
  }

  // MARK: - Quantity

  fileprivate func changeQuantity(by step: Double) {
    guard let items = itemsToChange("changed") else { return }
    context.changes.perform(.changeQuantity(items, by: step)) { [context] summary in
      if summary.count == 0 { return "The quantity is 0 already" }
      return items.count == 1
        ? context.changes.words.quantityLine(for: summary)
        : summary.line("Changed the quantity of")
    }
  }
}

extension ChangeSummary {
  /// `Moved “Teapot” and 29 more` for a verb.
  func line(_ verb: String, _ rest: String = "") -> String {
    let more = count > 1 ? " and \(Figures.count(count - 1)) more" : ""
    return "\(verb) “\(CellText(name, width: 40).string)”\(more)\(rest)"
  }
}

extension AppContext {
  /// Moves items to a place, or out of any.
  func move(_ items: [UUID], to place: UUID?) -> Bool {
    changes.perform(.moveItems(items, to: place)) { [self] in movedLine($0, to: place) }
  }

  /// The line about moved items.
  func movedLine(_ summary: ChangeSummary, to place: UUID?) -> String {
    let found = place.flatMap { place in notices.attempt { try store.places.fetch(place) } ?? nil }
    let name = found.map { "“\(CellText($0.name, width: 30).string)”" }
    guard summary.count > 0 else { return name.map { "Already in \($0)" } ?? "Not in any place" }
    return summary.line("Moved", name.map { " to \($0)" } ?? " out of its place")
  }
}
