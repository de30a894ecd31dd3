import Foundation
import Inventory
import Reprise
import RepriseCommands
import Sync

/// Reports news once: changes by others, warranties that end soon, and lent items that are overdue.
///
/// News is noted before it is reported: a kill in between loses a report, but nothing is
/// reported twice.
final class AgentNews {
  private let paths: AppDirectories
  private let notifier = Notifier(ProcessInfo.processInfo.environment)
  private var memory: AgentMemory
  private var opened: InventoryStore?
  /// Kept open as well, once it was needed.
  private var sweeper: InventoryStore?
  private var member = ""
  private var isWaiting = false
  private var mayHaveNews = false
  private var lastLook: CalendarDate?
  /// The sequence of the last reported change that was set aside; `nil` before the first look.
  private var lastSetAside: Int64?

  /// How many seconds to collect changes for one message.
  private static let pause = 3.0

  /// How many days before its end a warranty is reported.
  private static let days = 30

  init(_ paths: AppDirectories) {
    self.paths = paths
    memory = AgentMemory(file: AgentMemory.file(of: paths), keys: try? Vault(paths).open())
  }

  /// Begins to follow the inventory's household; its present content isn't news.
  func begin(member: String) throws {
    self.member = member
    mayHaveNews = true
    scrubDeleted()
    lastSetAside = try store().household.setAsideChanges().map(\.last).max() ?? 0
    guard let membership = try store().household.membership() else { return }
    guard membership.household != memory.household || membership.lastSequence < memory.told else {
      return
    }
    memory.household = membership.household
    note(membership.lastSequence)
  }

  /// A window has shown everything up to this number.
  func skip(to seen: Int64) {
    if seen > memory.told { note(seen) }
  }

  /// Others wrote something.
  func received() {
    mayHaveNews = true
    scrubDeleted()
  }

  /// Removes what the cache shows of things that another home made private.
  private func scrubDeleted() {
    do {
      guard try store().database.hasTraces else { return }
      let sweeper =
        try sweeper ?? InventoryStore(directory: paths.data, limits: store().database.limits)
      self.sweeper = sweeper
      try sweeper.database.refresh()
      try ScrubQueue.sweep(sweeper, paths)
    } catch {
      report(error)
    }
  }

  /// Reports news a moment after everything was exchanged.
  func settled() {
    reportSetAside()
    guard mayHaveNews, !isWaiting else { return }
    isWaiting = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.look() }
  }

  /// Names whose changes were set aside since the last look.
  private func reportSetAside() {
    do {
      let changes = try store().household.setAsideChanges()
      let last = changes.map(\.last).max() ?? 0
      for change in changes.reversed() where change.last > lastSetAside ?? last {
        Console.message("keepsake: \(change.line)")
      }
      lastSetAside = last
    } catch {
      report(error)
    }
  }

  /// Looks for warranties and loans, once a day.
  func lookAtDays(today: CalendarDate = .today()) {
    guard lastLook != today else { return }
    do {
      let store = try store()
      // The first process that writes upgrades a file of an earlier version, so look again later.
      guard let loans = try store.items.loansDue(by: today) else { return }
      try tellWarranties(store, today)
      try tellLoans(loans, today)
      lastLook = today
    } catch {
      report(error)
    }
  }

  private func tellWarranties(_ store: InventoryStore, _ today: CalendarDate) throws {
    let all = try store.items.warrantiesEnding(within: Self.days, of: today)
    let new = all.filter { memory.warranties[$0.item.uuidString] != $0.lastDay.text }
    guard !new.isEmpty else { return }
    memory.warranties = memory.warranties.filter { $0.value >= today.text }
    for warranty in new { memory.warranties[warranty.item.uuidString] = warranty.lastDay.text }
    try remember()
    tell(NewsWords.warranties(new, customs))
  }

  private func tellLoans(_ all: [DueLoan], _ today: CalendarDate) throws {
    let new = all.filter { memory.loans[$0.item.uuidString] != $0.day.text }
    guard !new.isEmpty else { return }
    // Items that came back are forgotten: they may be lent again.
    memory.loans = Dictionary(
      all.map { ($0.item.uuidString, $0.day.text) }, uniquingKeysWith: { first, _ in first })
    try remember()
    tell(NewsWords.loans(new, customs, today: today))
  }

  /// Ends the sound, which no one else would do later.
  func silence() { notifier.silence() }

  /// Takes note of programs that have ended.
  func reap() { notifier.reap() }

  private func look() {
    isWaiting = false
    mayHaveNews = false
    // A window has come since, which shows it.
    guard !ConnectionClaim.isMade(in: paths.data) else { return }
    do {
      let store = try store()
      guard let membership = try store.household.membership(),
        membership.household == memory.household,
        membership.lastSequence > memory.told
      else { return }
      let news =
        membership.isJoining ? [] : try store.household.news(after: memory.told, besides: member)
      memory.told = membership.lastSequence
      try remember()
      if !news.isEmpty { tell(NewsWords.changes(news)) }
    } catch {
      report(error)
    }
  }

  /// Read each time, because the agent runs for weeks.
  private var preferences: PersonalPreferences { PersonalPreferences(files: paths.preferences) }

  private var customs: LocaleFormat { preferences.customs(over: Workspace.localeFormat) }

  private func tell(_ text: String) {
    notifier.tell(text, way, sound: preferences.notifySound)
  }

  private var way: Notifier.Way {
    Notifier.way(preferences, ProcessInfo.processInfo.environment)
  }

  /// The way of notifying in words, for a user who started the agent in a terminal.
  var manner: String { Notifier.words(way) }

  /// Stores it under the current keys: the passphrase may have been set or removed.
  private func remember() throws {
    try memory.store(in: AgentMemory.file(of: paths), keys: Vault(paths).open())
  }

  private func note(_ seen: Int64) {
    memory.told = seen
    do { try remember() } catch { report(error) }
  }

  private func report(_ error: any Error) {
    Console.message("keepsake: cannot check for news: \(Console.describe(error).message)")
  }

  /// The inventory without what the login may not see.
  ///
  /// It is kept open: what closing a connection leaves to Dispatch looks after its threads every second.
  private func store() throws -> InventoryStore {
    let limits = ContentLimits(paths.restrictions)
    if let opened, opened.database.limits == limits {
      try opened.database.refresh()
      return opened
    }
    let store = try InventoryStore(directory: paths.data, access: .read, limits: limits)
    opened = store
    return store
  }
}
