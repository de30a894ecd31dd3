import Sync
import Foundation
import Inventory
import Reprise

/// Marks and reports conflicting values of several homes, and asks which one to keep.
final class ConflictController {
  /// The items and other rows with conflicting values; lists and screens mark them.
  struct Marks {
    /// The items.
    fileprivate(set) var items: Set<UUID> = []
    /// The values of settings, categories, places and files.
    fileprivate(set) var rows: [RowConflict] = []
  }

  private(set) var marks = Marks()

  private let store: InventoryStore
  private let sync: SyncController
  private let preferences: PreferencesController
  private let notices: NoticeCenter
  private let changes: ChangeController
  private let backgroundChanges: BackgroundChanges

  init(
    _ store: InventoryStore, _ sync: SyncController, _ preferences: PreferencesController,
    _ notices: NoticeCenter, _ changes: ChangeController, _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    self.sync = sync
    self.preferences = preferences
    self.notices = notices
    self.changes = changes
    self.backgroundChanges = backgroundChanges
  }

  /// Reads which items and rows have conflicting values.
  func load() {
    let found =
      store.database.isInHousehold
      ? notices.attempt { try store.household.conflictMarks() } : nil
    marks.items = found?.items ?? []
    marks.rows =
      found?.hasOthers == true
      ? notices.attempt { try store.household.rowConflicts() } ?? [] : []
  }

  // MARK: - Items

  /// The values of an item that others wrote at the same time as the shown ones.
  func values(of item: UUID) -> [ItemConflict] {
    guard marks.items.contains(item) else { return [] }
    return notices.attempt { try store.household.conflicts(of: item) } ?? []
  }

  /// Keeps the shown values of an item in every home; values that arrived since the user saw the item stay in conflict.
  ///
  /// - Returns: Whether the decision was stored.
  @discardableResult
  func keepLocal(of item: UUID, insteadOf seen: [ItemConflict]) -> Bool {
    guard !seen.isEmpty, !backgroundChanges.refusesChanges() else { return false }
    let author = sync.member
    let isResolved = notices.attempt {
      try store.household.keepLocal(of: item, insteadOf: seen, author: author)
    }
    guard isResolved == true else { return false }
    changes.didStore()
    return true
  }

  /// Asks whether to keep the shown values of an item.
  func askToKeepLocal(of item: UUID, over screen: ViewController) {
    screen.ask(Question.keepShown(of: item))
  }

  func keepLocalAlert(of item: UUID) -> AlertController? {
    let found = notices.attempt { try store.items.fetch(item)?.name } ?? nil
    let seen = values(of: item)
    guard let name = found, !seen.isEmpty else { return nil }
    let lines = seen.map {
      AspectWords.words($0, store.database.currency, preferences.customs)
    }
    let alert = AlertController(
      title: "Keep the shown values of “\(notices.shortened(name, toLeave: 40))”?",
      message: "These values are dropped in every home:\n" + lines.joined(separator: "\n"))
    alert.addAction(
      Action("item.keep-shown", "Keep shown values", "k") { [weak self] in
        guard let self, keepLocal(of: item, insteadOf: seen) else { return }
        notices.show("Kept the shown values, in every home")
      })
    alert.addAction(.cancel())
    return alert
  }

  // MARK: - Settings, categories, places and files

  /// The values in conflict with those of a place, a file or a setting.
  func rows(of owner: RowConflict.Owner) -> [RowConflict] {
    marks.rows.filter { $0.owner == owner }
  }

  /// These values in a line, marked as in lists; `nil` without a conflict.
  func line(of owner: RowConflict.Owner) -> String? {
    let values = rows(of: owner)
    return values.isEmpty ? nil : "⇄ " + values.map(ConflictWords.line).joined(separator: ", ")
  }

  /// Asks which of several conflicting values to keep.
  func askToResolve(_ value: RowConflict, over screen: ViewController) {
    screen.ask(Question.decide(value))
  }

  func resolutionAlert(ofValue id: String) -> AlertController? {
    guard let value = marks.rows.first(where: { $0.id == id }) else { return nil }
    let others = marks.rows.filter { $0.cell == value.cell }
    let homes = others.count == 1 ? "Two" : "\(others.count + 1)"
    let alert = AlertController(
      title: "Which value do you want to keep?",
      message: "\(homes) homes changed \(notices.shortened(value.subject, toLeave: 24)) at once. "
        + (others.count == 1
          ? "The other value is dropped in every home." : "The others are dropped in every home.")
    )
    alert.addAction(
      Action("conflict.keep", "Keep \(ConflictWords.value(value.shown))", "k") { [weak self] in
        self?.resolve(value, taking: false)
      })
    for (other, key) in zip(others, ["t", "2", "3", "4", "5", "6", "7", "8", "9"]) {
      alert.addAction(
        Action(
          key == "t" ? "conflict.take" : "conflict.take-\(key)",
          "Take \(ConflictWords.value(other.other))", KeyBinding(key)
        ) { [weak self] in self?.resolve(other, taking: true) })
    }
    alert.addAction(.cancel())
    return alert
  }

  private func resolve(_ value: RowConflict, taking isTaken: Bool) {
    guard !backgroundChanges.refusesChanges() else { return }
    let author = sync.member
    let isResolved = notices.attempt {
      try isTaken
        ? store.household.take(value, author: author)
        : store.household.keepLocal(insteadOf: value, author: author)
    }
    guard let isResolved else { return }
    changes.didStore()
    if isResolved {
      let kept = ConflictWords.value(isTaken ? value.other : value.shown)
      notices.show("Kept \(kept), in every home")
    } else {
      notices.warn("Someone has changed it since; look at it again")
    }
  }

  // MARK: - Private items and places

  /// Whether another home sealed something at the same time as this one.
  func hasOwnSeal(of subject: SealedSubject) -> Bool {
    notices.attempt { try store.household.hasOwnSeal(of: subject) } == true
  }

  /// Asks whether to restore what this home sealed, if another home sealed the same subject at the same time.
  ///
  /// - Parameter action: The action whose key asks.
  /// - Returns: Whether there is anything to ask.
  func asksToTakeOwnSeal(
    of subject: SealedSubject, action: String, over screen: ViewController
  ) -> Bool {
    screen.ask(Question.takeOwnSeal(of: subject, action: action))
  }

  func ownSealAlert(of subject: SealedSubject, action: String) -> AlertController? {
    guard hasOwnSeal(of: subject) else { return nil }
    let alert = AlertController(
      title: "Restore your private version?",
      message: "Another home made it private at the same time, and only that home can open it now. "
        + "Your version replaces it in every home, and that home's content is lost.")
    alert.addAction(
      Action(action, "Restore mine", "t") { [weak self] in self?.takeOwnSeal(of: subject) })
    alert.addAction(.cancel())
    return alert
  }

  private func takeOwnSeal(of subject: SealedSubject) {
    guard !backgroundChanges.refusesChanges() else { return }
    let author = sync.member
    let isTaken = notices.attempt {
      try store.household.takeOwnSeal(of: subject, author: author)
    }
    guard isTaken == true else { return }
    changes.didStore()
    notices.show("Restored your version, in every home")
  }

  // MARK: - Reports

  /// The start of every line about conflicting values.
  private static let twoHomes = "Two homes "

  /// Reports values that are in conflict now and were not before.
  ///
  /// - Returns: Whether there was anything to report.
  func reportNew(since former: Marks) -> Bool {
    let known = Set(former.rows.map(\.id))
    return report(marks.items.subtracting(former.items))
      || report(marks.rows.filter { !known.contains($0.id) })
  }

  private func report(_ items: Set<UUID>) -> Bool {
    guard let first = items.first else { return false }
    guard items.count == 1 else {
      notices.warn("\(Self.twoHomes)changed \(items.count) items at once: ⇄ marks them")
      return true
    }
    guard let line = line(ofItem: first) else { return false }
    notices.warn(line)
    return true
  }

  private func report(_ rows: [RowConflict]) -> Bool {
    guard let first = rows.first else { return false }
    notices.warn(line(of: first))
    return true
  }

  /// Withdraws the line about values whose conflict was resolved.
  func withdrawResolved(since former: Marks) {
    let items = former.items.subtracting(marks.items)
    let rows = former.rows.filter { row in !marks.rows.contains { $0.id == row.id } }
    let isNoneLeft = marks.items.isEmpty && marks.rows.isEmpty
    guard isNoneLeft || !items.isEmpty || !rows.isEmpty else { return }
    notices.withdraw { text in
      guard text.hasPrefix(Self.twoHomes) else { return false }
      return isNoneLeft || items.contains { line(ofItem: $0) == text }
        || rows.contains { line(of: $0) == text }
    }
  }

  /// The line about an item with conflicting values; `nil` if the item is gone.
  private func line(ofItem uuid: UUID) -> String? {
    let found = notices.attempt { try store.items.fetch(uuid) } ?? nil
    guard let item = found, item.deletedAt == nil else { return nil }
    return Self.twoHomes
      + "changed “\(notices.shortened(item.name, toLeave: 50))” at once: ⇄ marks the other value"
  }

  private func line(of row: RowConflict) -> String {
    Self.twoHomes
      + "changed \(notices.shortened(row.subject, toLeave: 50)) at once: Household shows both"
  }
}
