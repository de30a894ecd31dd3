import Inventory
import Reprise

/// Applies the content limits of this login, and follows their files while the app runs.
final class ContentLimitsController {
  private let files: RestrictionFiles?
  private var monitor: RestrictionMonitor?

  private let store: InventoryStore
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let navigator: Navigator
  private let launch: LaunchNotices
  private let drafts: DraftController
  private let attachments: AttachmentController
  private let changes: ChangeController
  private let backgroundChanges: BackgroundChanges

  init(
    _ store: InventoryStore, _ files: RestrictionFiles?, _ host: ApplicationReference,
    _ notices: NoticeCenter, _ navigator: Navigator, _ launch: LaunchNotices,
    _ drafts: DraftController, _ attachments: AttachmentController, _ changes: ChangeController,
    _ backgroundChanges: BackgroundChanges
  ) {
    self.store = store
    self.files = files
    self.host = host
    self.notices = notices
    self.navigator = navigator
    self.launch = launch
    self.drafts = drafts
    self.attachments = attachments
    self.changes = changes
    self.backgroundChanges = backgroundChanges
  }

  /// Follows the files of restrictions, if this run has any.
  func follow() {
    guard let files, let application = host.application else { return }
    let monitor = RestrictionMonitor(files, application)
    self.monitor = monitor
    monitor.observe(with: self) { [weak self] in self?.takeOver() }
    // They may have changed since the inventory was opened.
    takeOver()
  }

  /// Hides what the login may no longer see, and shows what it may see again.
  ///
  /// Forms and sheets close, since they may show hidden content; typed text waits as a draft, hidden with its item.
  private func takeOver() {
    guard let monitor, let application = host.application else { return }
    defer {
      let line = monitor.reading.problems.first?.brief
      notices.withdraw(about: files?.all ?? [], unless: [line])
      if let line { notices.warn(line) }
    }
    let limits = ContentLimits(monitor.restrictions)
    guard limits != store.database.limits else { return }
    backgroundChanges.abandon()
    _ = drafts.leaveForms()
    drafts.forgetForms()
    navigator.tabs?.dismiss()
    do {
      try store.database.apply(limits)
    } catch {
      return exitMissingLimits(error)
    }
    forgetHiddenItems()
    attachments.scrubDeleted()
    notices.forgetAll()
    // The state records its content limits.
    application.setNeedsPreservation()
    changes.didStore()
    notices.show("The content limits of this login have changed")
  }

  /// Ends the app: it can't reload its lists because the change can't be stored, as on a full disk.
  private func exitMissingLimits(_ error: any Error) {
    notices.warn(notices.words(for: error).capitalizedFirst)
    host.application?.window.rootViewController = ViewController()
    host.application?.terminate()
  }

  /// Clears cached data of items that the content limits may hide now.
  func forgetHiddenItems() {
    launch.forget()
    attachments.forget()
  }
}

nonisolated extension ContentLimits {
  /// Makes the limits of a login from its restrictions, with the rating boards that the kit knows.
  init(_ restrictions: ContentRestrictions) {
    self.init(ratings: .ofBoards)
    film = restrictions.movieRating
    series = restrictions.televisionRating
    app = restrictions.appRating
    showsExplicitBooks = restrictions.isExplicitBooksAllowed ?? true
    showsExplicitMusic = restrictions.isExplicitMusicAllowed ?? true
  }

  /// Reads the limits of a login from its files.
  init(_ files: RestrictionFiles) { self.init(files.read().restrictions) }
}

nonisolated extension RatingTable {
  /// The boards that the kit knows, read when a rating is first asked for.
  fileprivate static let ofBoards = RatingTable(named: "boards") {
    RatingSystem.all.map { system in
      let kind: MediaKind =
        switch system.medium {
        case .app: .app
        case .movie: .film
        case .television: .series
        }
      return Board(
        kind, country: system.country, levels: system.ratings.map { ($0.name, $0.number) })
    }
  }
}
