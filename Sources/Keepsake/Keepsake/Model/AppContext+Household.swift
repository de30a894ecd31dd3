import Foundation
import Inventory
import Reprise
import Sync

/// What several homes write of one item.
extension AppContext {
  /// What others wrote of an item at the same time as what is shown.
  func undecided(of item: UUID) -> [UndecidedValue] {
    guard undecidedItems.contains(item) else { return [] }
    return attempt { try store.household.undecided(item) } ?? []
  }

  /// Decides for what is shown of an item, in every home; what came since the person saw it stays undecided.
  ///
  /// - Returns: Whether that is stored.
  @discardableResult
  func keepShown(of item: UUID, insteadOf seen: [UndecidedValue]) -> Bool {
    guard !seen.isEmpty, !refuseDuringLongChange() else { return false }
    let author = household.member
    let isDecided = attempt {
      try store.household.keepShown(of: item, insteadOf: seen, author: author)
    }
    guard isDecided == true else { return false }
    disk.noteChange()
    dataDidChange()
    return true
  }

  /// Asks whether what is shown of an item counts, and not what others wrote.
  func askToKeepShown(of item: UUID, over screen: ViewController) {
    screen.ask(Question.keepShown(of: item))
  }

  func keepShownAlert(of item: UUID) -> AlertController? {
    let found = attempt { try store.items.fetch(item)?.name } ?? nil
    let seen = undecided(of: item)
    guard let name = found, !seen.isEmpty else { return nil }
    let alert = AlertController(
      title: "Keep what is shown of “\(shortened(name, toLeave: 40))”?",
      message: "Then this goes, in every home:\n"
        + seen.map { AspectWords.words($0, store.database.currency, customs) }.joined(
          separator: "\n"))
    alert.addAction(
      Action("item.keep-shown", "Keep what is shown", "k") { [weak self] in
        guard let self, keepShown(of: item, insteadOf: seen) else { return }
        notice("What is shown counts now, in every home")
      })
    alert.addAction(.cancel())
    return alert
  }

  // MARK: - Joining

  /// Whether this window can join a household: a demo and a picture cannot, nor does an inventory that nobody can write.
  var canJoin: Bool {
    !store.database.isInHousehold && household.tryJoin != nil && store.database.unwritable == nil
  }

  /// Keeps the numbers of the items, which labels have: those that others have given, too, change.
  func noteNumbersBeforeJoining() {
    numbersBeforeJoining = attempt { try store.household.numbersOfItems() }
  }

  /// Shows that this inventory belongs to a household now, and begins to hold its line.
  func didJoinHousehold() {
    _ = attempt { try store.database.refresh() }
    dataDidChange()
    householdDidChange()
  }

  /// Says which items have another number, once everything has come in: each in a notice of its own, which the list keeps.
  func sayRenumbered() {
    guard let before = numbersBeforeJoining,
      let part = attempt({ try store.household.part() }) ?? nil, !part.isJoining
    else { return }
    numbersBeforeJoining = nil
    guard let items = attempt({ try store.household.renumbered(since: before) }), !items.isEmpty
    else {
      return
    }
    for item in items {
      let (former, number) = (AssetNumber.text(item.former), AssetNumber.text(item.number))
      problem("\(shortened(item.name, toLeave: 30)) has number \(number) instead of \(former) now")
    }
    problem(
      items.count == 1
        ? "1 item has another number now: a label on it is wrong (M says which)"
        : "\(Figures.count(items.count)) items have another number now: labels are wrong (M lists them)"
    )
  }

  // MARK: - News

  /// Notes up to where the household's changes are known, without saying anything.
  func noteHeard() {
    guard store.database.isInHousehold else { return heardOfHousehold = nil }
    heardOfHousehold = attempt { try store.household.part()?.lastSequence } ?? nil
  }

  /// Who of another home has changed the item in front since the last time; `nil` if nobody has.
  ///
  /// What others do elsewhere is shown quietly.
  func newsOfItemInFront() -> ReceivedChange? {
    guard store.database.isInHousehold else { return nil }
    let former = heardOfHousehold
    noteHeard()
    guard let former, former != heardOfHousehold, let item = itemInFront else { return nil }
    return attempt { try store.household.change(of: item, after: former) } ?? nil
  }

  private var itemInFront: UUID? {
    if let edited = openForms.values.compactMap(\.itemUUID).first { return edited }
    return (application?.window.frontController as? ScreenController)?.subject
  }

  /// Says that two homes wrote something else of items.
  ///
  /// - Returns: Whether there was anything to say.
  func sayUndecided(_ items: Set<UUID>) -> Bool {
    guard let first = items.first else { return false }
    guard items.count == 1 else {
      problem("\(Self.twoHomes)changed \(items.count) items at once: ⇄ marks them")
      return true
    }
    guard let line = undecidedLine(of: first) else { return false }
    problem(line)
    return true
  }

  /// The start of every line about conflicting values.
  private static let twoHomes = "Two homes "

  /// The line about an item with conflicting values; `nil` if the item is gone.
  private func undecidedLine(of uuid: UUID) -> String? {
    let found = attempt { try store.items.fetch(uuid) } ?? nil
    guard let item = found, item.deletedAt == nil else { return nil }
    return Self.twoHomes
      + "changed “\(shortened(item.name, toLeave: 50))” at once: ⇄ marks the other value"
  }

  private func undecidedLine(of value: UndecidedRow) -> String {
    Self.twoHomes + "wrote \(shortened(value.subject, toLeave: 50)) at once: Household shows both"
  }

  /// Withdraws the line about conflicting values after they were resolved.
  ///
  /// - Parameters:
  ///   - items: The items whose conflicts were just resolved.
  ///   - values: The other conflicts that were just resolved.
  func withdrawUndecided(_ items: Set<UUID>, _ values: [UndecidedRow]) {
    let isNoneLeft = undecidedItems.isEmpty && undecidedRows.isEmpty
    guard isNoneLeft || !items.isEmpty || !values.isEmpty else { return }
    application?.window.withdrawNotice { text in
      guard text.hasPrefix(Self.twoHomes) else { return false }
      return isNoneLeft || items.contains { undecidedLine(of: $0) == text }
        || values.contains { undecidedLine(of: $0) == text }
    }
  }

  /// Says that two homes wrote something else of a setting, a category, a place or a file.
  ///
  /// - Returns: Whether there was anything to say.
  func sayUndecided(_ values: [UndecidedRow]) -> Bool {
    guard let first = values.first else { return false }
    problem(undecidedLine(of: first))
    return true
  }

  /// Says who changed what is in front; the key that it came with does not remove the line unseen.
  func say(_ news: ReceivedChange) {
    let found = attempt { try news.item.flatMap { try store.items.fetch($0) } } ?? nil
    guard let item = found, item.deletedAt == nil else { return }
    let who = shortened(news.author.isEmpty ? "Somebody" : news.author, toLeave: 40)
    problem("\(who) changed “\(shortened(item.name, toLeave: CellText(who).width + 14))”")
  }
}
