import Foundation
import Inventory
import Reprise
import RepriseMedia
import Sync

/// What all screens share: inventory, drafts, and the application.
final class AppContext {
  let store: InventoryStore
  private(set) var drafts: DraftStore

  /// The session that makes the changes; undo reverts only its own.
  let session: String

  /// Whether this is the demo, which has a key that kills the program.
  let isDemo: Bool

  /// Brings the word index of an older file up to date.
  private(set) lazy var wordRebuild = BackgroundWordRebuild(store.database)

  /// Syncs what was stored to the disk.
  private(set) var disk: DurabilityScheduler

  /// How the person's locale writes numbers and dates.
  var localeFormat = LocaleFormat.plain {
    didSet { customs = personal.customs(over: localeFormat) }
  }

  /// How numbers and dates are written: as in the locale, unless the person wants it otherwise.
  private(set) var customs = LocaleFormat.plain

  /// The files in which the person says how things are shown; none for pictures.
  var preferencesFiles: [String] = []

  /// The files that say what the login may see; none for pictures.
  var restrictionFiles: RestrictionFiles?

  /// Follows these files.
  var restrictions: RestrictionMonitor?

  /// What these files say.
  private(set) var personal = PersonalPreferences()

  /// The problems of these files that were said, in one line; saved, so that a restart does not repeat them.
  var saidOfPreferences: String? {
    didSet { if saidOfPreferences != oldValue { application?.setNeedsPreservation() } }
  }

  /// The value of everything.
  let worth = ValuationModel()

  /// The household that the inventory belongs to.
  let household: SyncController

  /// Today; tests replace it.
  var today: () -> CalendarDate = { .today() }

  /// Opens screens by their identifiers.
  let navigator = Navigator()

  weak var application: Application? {
    didSet {
      navigator.application = application
      household.application = application
      if let application { disk.observeWarning(application.updating) }
    }
  }

  /// Whether another process runs the interface of a session now.
  var isSessionInUse: (String) -> Bool = { _ in false }

  /// What the demo's key does: SIGKILL, which no program survives.
  private(set) var killItself: () -> Void = { kill(getpid(), SIGKILL) }

  /// Whether a form did not come back because another window has its draft.
  var isFormElsewhere = false

  /// Whether screens are being updated with changes of another window or program.
  private(set) var isTakingOver = false

  /// Whether the app is launching and has shown nothing yet.
  private(set) var isLaunching = true

  /// Whether screens are showing the data for the first time in this launch.
  private(set) var isStarting = false

  /// The undo or redo that runs in the background.
  var longChange: LongChange?

  /// The description of a change that the restored screen does not know of.
  var unannouncedChange: String?

  /// The row that this change would have selected.
  var unannouncedRow: UnannouncedRow?

  /// The row of a change that the restored screen does not know of.
  enum UnannouncedRow {
    case item(SavedItem)
    case draft(UUID)
  }

  /// The line about something that was open when the program ended and is gone now.
  var goneMeanwhile: String?

  /// The ended drafts that the disk would not remove yet.
  var endedDrafts = EndedDrafts()

  /// The directory of attachments; not that of the data if the data is a copy.
  private(set) var contentsDirectory: String?

  /// Decodes pictures.
  var pictures = PictureDecoder()
  /// Whether the setting for graphics was read, which no launch without a picture does.
  var knowsPictureGraphics = false

  /// The directory of the copies that other programs have open.
  var openedDirectory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"

  /// The conditions of attachments whose digest this window took, by digest.
  var checkedContents: [String: AttachmentCondition] = [:]

  /// The items with missing or altered files, as far as known; lists mark them.
  var incompleteItems: Set<UUID> = []

  /// The items of which two homes wrote something else at the same time; lists mark them.
  private(set) var undecidedItems: Set<UUID> = []

  /// The values of settings, categories, places and files that another home wrote at the same time; screens mark them.
  private(set) var undecidedRows: [UndecidedRow] = []

  /// The numbers of the items before this window joined a household, until it has all that the others have.
  var numbersBeforeJoining: NumbersOfItems?

  /// Up to where the household's changes were heard of, by the server's counter.
  var heardOfHousehold: Int64?
  /// What another home did to the item in front, while screens are being updated with it.
  private(set) var news: ReceivedChange?

  /// The directory where files to attach were chosen last.
  var browsedDirectory: String? {
    didSet { if browsedDirectory != oldValue { application?.setNeedsPreservation() } }
  }

  /// The unfolded groups of the form.
  private(set) lazy var folding = FormFolding { [weak self] in
    self?.application?.setNeedsPreservation()
  }

  /// The forms on screen by draft.
  var openForms: [UUID: ItemFormModel] = [:]

  init(store: InventoryStore, drafts: DraftStore, session: String, isDemo: Bool) {
    self.store = store
    self.drafts = drafts
    self.session = session
    self.isDemo = isDemo
    disk = DurabilityScheduler(store: store, drafts: drafts)
    household = SyncController(store: store)
    household.didChange = { [weak self] in self?.householdDidChange() }
    household.didReceive = { [weak self] in
      if self?.takeOverChanges() == true { self?.application?.update() }
    }
    worth.didChange = { [weak self] in
      guard let root = self?.application?.window.rootViewController else { return }
      self?.forEachScreen(from: root) { $0.worthDidChange() }
    }
  }

  /// Works on a copy of the data, which the caller holds, to draw a picture.
  convenience init(scratch: ScratchCopy, session: String, isDemo: Bool) {
    self.init(
      store: scratch.inventory, drafts: scratch.drafts, session: session, isDemo: isDemo)
    contentsDirectory = scratch.source
    killItself = {}
  }

  /// Whether the passphrase showed that the key for what is sealed while locked had been exchanged.
  var hadForeignKey = false

  /// The files whose changes by other processes wake the app.
  var systemFiles: SystemFiles {
    var files = SystemFiles.system
    files.configuration = preferencesFiles
    files.data = [store.database.path, drafts.path].flatMap { [$0, $0 + "-wal"] }
    files.data.append(household.notePath)
    return files
  }

  /// The line about work beside the interface, while there is some.
  var progressLine: ProgressLine?

  // MARK: - Preferences

  /// Takes what the person's files say by now.
  ///
  /// - Returns: Whether it is something else than before.
  @discardableResult
  func readPreferences() -> Bool {
    guard !preferencesFiles.isEmpty else { return false }
    let read = PersonalPreferences(files: preferencesFiles)
    guard read != personal else { return false }
    personal = read
    customs = read.customs(over: localeFormat)
    application?.window.noticePlaces = read.noticePlaces
    if read.resizesTerminal { application?.mayResizeTerminal = true }
    application?.keyOverrides = read.keys
    application?.preferredTheme = read.theme
    application?.protectedDataLockDelay = read.lockAfter.map { .seconds(60 * $0) }
    application?.locksProtectedDataWhenAway = read.locksWhenAway
    return true
  }

  // MARK: - Showing the data

  /// Tells every screen, visible or not, that the data changed.
  func dataDidChange() {
    application?.noteDataChange()
    showData()
  }

  /// Shows the data as it is now, on every screen.
  func showData() {
    loadDrafts()
    updateStatus()
    updateTabs()
    if !isStarting { household.follow() }
    if let root = application?.window.rootViewController {
      forEachScreen(from: root) { $0.dataDidChange() }
    }
    openForms.values.forEach { $0.takeOver() }
  }

  /// Takes over the changes of other windows and programs since the last turn.
  ///
  /// - Parameter mayBeThere: Whether there may be changes; looking takes eight system calls.
  /// - Returns: Whether there were any.
  @discardableResult
  func takeOverChanges(ifThere mayBeThere: Bool = true) -> Bool {
    // The background change is this window's own; it is shown when it ends.
    guard longChange == nil else { return false }
    // First of all: files read without locks must not be written meanwhile.
    let isWritable = recoverWriting()
    // Each reports a change only once, so neither call may be skipped because of the other.
    let hasNewItems = mayBeThere && attempt { try store.database.refresh() } ?? false
    scrubDeleted()
    let hasNewDrafts = mayBeThere && attempt(refreshDrafts) ?? false
    guard hasNewItems || hasNewDrafts || isWritable else { return false }
    isTakingOver = true
    news = hasNewItems ? newsOfItemInFront() : nil
    let (undecided, formerRows) = (undecidedItems, undecidedRows)
    let undecidedValues = Set(formerRows.map(\.id))
    defer { (isTakingOver, news) = (false, nil) }
    showData()
    withdrawUndecided(
      undecided.subtracting(undecidedItems),
      formerRows.filter { row in !undecidedRows.contains { $0.id == row.id } })
    sayRenumbered()
    // What a form says of its own conflict is nearer to the person.
    if openForms.values.allSatisfy({ $0.form.conflicts.isEmpty }) {
      let isSaid =
        sayUndecided(undecidedItems.subtracting(undecided))
        || sayUndecided(undecidedRows.filter { !undecidedValues.contains($0.id) })
      if let news, !isSaid { say(news) }
    }
    return true
  }

  /// Opens for writing what was read-only at the start, if the disk allows that now.
  ///
  /// - Returns: Whether something became writable.
  private func recoverWriting() -> Bool {
    let hasInventory = store.recover()
    let hasDrafts = drafts.recover()
    return hasInventory || hasDrafts
  }

  /// Releases what can be read again.
  func releaseMemory() {
    store.releaseMemory()
    drafts.releaseMemory()
  }

  /// Does something with every screen, visible or not.
  func forEachScreen(
    from controller: ViewController, _ body: (ScreenController) -> Void
  ) {
    if let screen = controller as? ScreenController { body(screen) }
    for child in controller.children { forEachScreen(from: child, body) }
    if let presented = controller.presentedViewController { forEachScreen(from: presented, body) }
  }

  // MARK: - Drafts

  /// Reopens the drafts after another process replaced their file.
  ///
  /// The next turn stores the open forms again.
  func reopenDrafts() throws {
    drafts = try drafts.reopened()
    disk = DurabilityScheduler(store: store, drafts: drafts)
    if let application { disk.observeWarning(application.updating) }
    for form in openForms.values where form.hasDraft || form.isTouched { form.isUnsaved = true }
  }

  /// The drafts that no form shows, latest first.
  private(set) var waitingDrafts: [Draft] = []

  /// The items with a draft that waits or is open in another window; lists mark them.
  private(set) var draftedItems: Set<UUID> = []

  /// Reads the drafts of others than this window's forms, also before the first screen.
  func loadDrafts() {
    let all = attempt { try drafts.drafts() } ?? []
    let others = all.filter { openForms[$0.uuid] == nil && !endedDrafts.contains($0.uuid) }
    waitingDrafts = others.filter { !isOpenElsewhere($0) }
    draftedItems = Set(others.compactMap(\.itemUUID))
    let marks =
      store.database.isInHousehold ? attempt { try store.household.undecidedMarks() } : nil
    undecidedItems = marks?.items ?? []
    undecidedRows =
      marks?.hasOthers == true ? attempt { try store.household.undecidedRows() } ?? [] : []
  }

  /// Why nothing can be saved in this window, if nothing can.
  var unwritable: String? {
    (store.database.unwritable ?? drafts.unwritable).map { words(for: $0).capitalizedFirst }
  }

  /// Reads the data for the first time, after restoration.
  func start() {
    isLaunching = false
    dropSavedDrafts()
    isStarting = true
    showData()
    withdrawUndecided([], [])
    isStarting = false
    application?.performInPause(letting: { _ in true }) { [weak self] in
      // The first frame does not wait for it: what came before that is no news.
      self?.noteHeard()
      self?.scrubDeleted()
      self?.wordRebuild.start()
      self?.removeInterruptedCopies()
      self?.lookForMissingFiles()
      self?.household.follow()
    }
  }

  /// The tabs, below everything that is presented.
  var tabs: TabBarController? { navigator.tabs }
}
