import Sync
import Foundation
import Inventory
import Reprise

/// Reports what other windows and homes did to what is on the screen.
final class NewsReporter {
  private let store: InventoryStore
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private let navigator: Navigator
  private let drafts: DraftController

  /// The last change of the household that is known, by the server's counter.
  private var lastSequence: Int64?

  /// The change of the item in front by another home, while screens are being updated with it.
  private var current: ReceivedChange?

  /// The numbers of the items before this window joined a household, until it has everything that the others have.
  private var numbersBeforeJoining: NumbersOfItems?

  init(
    _ store: InventoryStore, _ notices: NoticeCenter, _ updater: ScreenUpdater,
    _ navigator: Navigator, _ drafts: DraftController
  ) {
    self.store = store
    self.notices = notices
    self.updater = updater
    self.navigator = navigator
    self.drafts = drafts
  }

  // MARK: - The item in front

  /// Notes which changes of the household are known, without reporting anything.
  func skip() {
    guard store.database.isInHousehold else { return lastSequence = nil }
    lastSequence = notices.attempt { try store.household.membership()?.lastSequence } ?? nil
  }

  /// Looks for a change of the item in front by another home since the last time.
  ///
  /// Changes elsewhere are shown without a report.
  func look() {
    current = nil
    guard store.database.isInHousehold else { return }
    let former = lastSequence
    skip()
    guard let former, former != lastSequence, let item = itemInFront else { return }
    current = notices.attempt { try store.household.change(of: item, after: former) } ?? nil
  }

  private var itemInFront: UUID? {
    drafts.openForms.values.compactMap(\.itemUUID).first ?? navigator.frontScreen?.subject
  }

  /// Forgets the change that was found.
  func end() { current = nil }

  /// Reports who changed the item in front; typing ahead doesn't remove the line unseen.
  func report() {
    guard let current else { return }
    let found = notices.attempt { try current.item.flatMap { try store.items.fetch($0) } } ?? nil
    guard let item = found, item.deletedAt == nil else { return }
    let author = current.author.isEmpty ? "Someone" : current.author
    let who = notices.shortened(author, toLeave: 40)
    let name = notices.shortened(item.name, toLeave: CellText(who).width + 14)
    notices.warn("\(who) changed “\(name)”")
  }

  /// Reports that another window moved an item to the trash.
  ///
  /// Reports nothing if this window did, which has reported it. Typing ahead doesn't remove the line unseen,
  /// since the screen that would explain it is gone.
  ///
  /// - Parameters:
  ///   - item: The item in the trash.
  ///   - rest: The end of the line, about a draft of the item.
  func reportTrashedElsewhere(_ item: Item, rest: String = "") {
    guard updater.isTakingOver else { return }
    let home = current.map { "by " + notices.shortened($0.author, toLeave: 60) }
    notices.warn(
      notices.line(about: item, " was moved to the trash \(home ?? "in another window")" + rest))
  }

  // MARK: - Joining

  /// Keeps the items' numbers, which are on labels: numbers that others also gave out will change.
  func noteNumbersBeforeJoining() {
    numbersBeforeJoining = notices.attempt { try store.household.numbersOfItems() }
  }

  /// Forgets the numbers: the window didn't join.
  func forgetNumbers() { numbersBeforeJoining = nil }

  /// Reports renumbered items once everything has arrived, each in its own notice, which the list keeps.
  func reportRenumbered() {
    guard let before = numbersBeforeJoining,
      let membership = notices.attempt({ try store.household.membership() }) ?? nil,
      !membership.isJoining
    else { return }
    numbersBeforeJoining = nil
    let found = notices.attempt { try store.household.renumbered(since: before) }
    guard let items = found, !items.isEmpty else { return }
    for item in items {
      let (former, number) = (AssetNumber.text(item.former), AssetNumber.text(item.number))
      let name = notices.shortened(item.name, toLeave: 30)
      notices.warn("\(name) now has number \(number) instead of \(former)")
    }
    notices.warn(
      items.count == 1
        ? "1 item got a new number; fix its label (M for details)"
        : "\(Figures.count(items.count)) items got new numbers; fix their labels (M for details)"
    )
  }
}
