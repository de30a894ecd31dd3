import Foundation
import Inventory
import Reprise

/// What every screen works with: the inventory, the drafts, and the app they are shown in.
final class AppContext {
  let store: InventoryStore
  private(set) var drafts: DraftStore

  /// Who makes the changes; undo goes back over this session's changes only.
  let session: String

  /// Whether this is the sample home, which has a key to kill itself with.
  let isDemo: Bool

  /// Makes what was stored safe from the loss of power.
  private(set) var disk: DataDisk

  /// How the person writes numbers and dates.
  var customs = Customs.plain

  /// What everything is worth.
  let worth = WorthDesk()

  /// The day that it is; tests have it stand still.
  var today: () -> CalendarDate = { .today() }

  /// By which rules what a person types is read.
  var reading: FieldReading {
    FieldReading(currency: store.currency, customs: customs, clock: DateClock(today: today()))
  }

  weak var application: Application? {
    didSet { if let application { disk.observeWarning(application.updating) } }
  }

  /// Whether another session has the interface open now.
  var isSessionInUse: (String) -> Bool = { _ in false }

  /// What the demo's key does: what no program survives.
  private(set) var killItself: () -> Void = { kill(getpid(), SIGKILL) }

  /// Where screens come from that are not there from the start.
  var storyboard: Storyboard? { application?.mainStoryboard }

  /// Makes the screen of a level of the tree of places; what leads there knows no more of it.
  var levelScreen: (PlaceLevel) -> ViewController? = { _ in nil }

  /// Whether a form that was open here did not come back since another window has it.
  var isFormElsewhere = false

  /// Whether screens are being shown what another window or program changed.
  private(set) var isTakingOver = false

  /// Whether the app is being launched and shows nothing yet.
  private(set) var isLaunching = true

  /// Whether screens are being shown the data for the first time after the launch.
  private(set) var isStarting = false

  /// The undo or redo that goes on beside the interface, if one does.
  var longChange: LongChange?

  /// A change that the restored screen had not heard of.
  var unheardChange: String?

  /// The item that this change saved: its form would have left the list with it selected.
  var unheardItem: UUID?

  /// One line about what became of a thing that was open when the program ended, if it is gone.
  var goneMeanwhile: String?

  /// The drafts that the disk would not let go of yet.
  var endedDrafts = EndedDrafts()

  /// Where the contents of attachments are read; with the data unless that is a copy.
  private(set) var contentsDirectory: String?

  /// Makes cells of pictures.
  var pictures = PictureDecoder()

  /// Where copies of attachments lie that other programs have open.
  var openedDirectory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"

  /// Attachments whose digest was taken by this window, by that digest.
  var checkedContents: [String: AttachmentCondition] = [:]

  /// The items of which a file is missing or altered, as far as it is known; lists mark them.
  var incompleteItems: Set<UUID> = []

  /// Where files to attach were looked for last.
  var browsedDirectory: String? {
    didSet { if browsedDirectory != oldValue { application?.setNeedsPreservation() } }
  }

  /// Which groups of the form are unfolded.
  private(set) lazy var folding = FormFolding { [weak self] in
    self?.application?.setNeedsPreservation()
  }

  /// The forms on screen, by their draft.
  var openForms: [UUID: ItemFormModel] = [:]

  init(store: InventoryStore, drafts: DraftStore, session: String, isDemo: Bool) {
    self.store = store
    self.drafts = drafts
    self.session = session
    self.isDemo = isDemo
    disk = DataDisk(store: store, drafts: drafts)
    worth.didChange = { [weak self] in
      guard let root = self?.application?.window.rootViewController else { return }
      self?.forEachScreen(from: root) { $0.worthDidChange() }
    }
  }

  /// Works on a copy of the data, for a picture; somebody has to hold the copy meanwhile.
  convenience init(scratch: ScratchCopy, session: String, isDemo: Bool) {
    self.init(
      store: scratch.inventory, drafts: scratch.drafts, session: session, isDemo: isDemo)
    contentsDirectory = scratch.source
    killItself = {}
  }

  // MARK: - Saying things

  func notice(_ text: String) {
    application?.window.show(notice: text)
  }

  /// Says what failed; typing ahead does not take it away unseen.
  func problem(_ text: String) {
    application?.window.show(problem: text)
  }

  /// Runs something that may fail; says why when it does.
  func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      problem(words(for: error))
      return nil
    }
  }

  /// What an error says, without the directory that all files of the data are in.
  func words(for error: any Error) -> String { brief("\(error)") }

  /// A line without the directory that all files of the data are in.
  func brief(_ line: String) -> String { line.replacing(store.directory + "/", with: "") }

  /// What the app is told of when others write to it.
  var systemFiles: SystemFiles {
    var files = SystemFiles.system
    files.data = [store.path, drafts.path].flatMap { [$0, $0 + "-wal"] }
    return files
  }

  // MARK: - Showing the data

  /// Tells every screen, shown or not, that the data is not what it was.
  func dataDidChange() {
    application?.noteDataChange()
    showData()
  }

  private func showData() {
    loadDrafts()
    updateDraftMark()
    updateTabs()
    if let root = application?.window.rootViewController {
      forEachScreen(from: root) { $0.dataDidChange() }
    }
    openForms.values.forEach { $0.takeOver() }
  }

  /// Takes over what other windows and programs changed since the last turn.
  ///
  /// - Parameter mayBeThere: Whether there may be any; to look takes eight calls of the system.
  /// - Returns: Whether there was anything.
  @discardableResult
  func takeOverChanges(ifThere mayBeThere: Bool = true) -> Bool {
    // What is written beside the interface is this window's own: it says so when it is done.
    guard longChange == nil else { return false }
    // Before anything is read: what is read without locks may not be written by others.
    let isWritable = recoverWriting()
    // Each tells a change only once: neither may be left out because of the other.
    let hasNewItems = mayBeThere && attempt { try store.refresh() } ?? false
    let hasNewDrafts = mayBeThere && attempt(refreshDrafts) ?? false
    guard hasNewItems || hasNewDrafts || isWritable else { return false }
    isTakingOver = true
    defer { isTakingOver = false }
    showData()
    return true
  }

  /// Opens for writing what could only be read at the start, if the disk lets it now.
  ///
  /// - Returns: Whether anything can be written that could not before.
  private func recoverWriting() -> Bool {
    let hasInventory = store.recover()
    let hasDrafts = drafts.recover()
    return hasInventory || hasDrafts
  }

  /// Lets go of what can be read again.
  func releaseMemory() {
    store.releaseMemory()
    drafts.releaseMemory()
  }

  private func forEachScreen(
    from controller: ViewController, _ body: (ScreenController) -> Void
  ) {
    if let screen = controller as? ScreenController { body(screen) }
    for child in controller.children { forEachScreen(from: child, body) }
    if let presented = controller.presentedViewController { forEachScreen(from: presented, body) }
  }

  /// Offers the reports as soon as there is something to report.
  private func updateTabs() {
    guard let reports = tabs?.viewControllers.first(where: { $0.tabBarItem.title == "Reports" })
    else { return }
    reports.tabBarItem.isHidden = store.counts.live == 0
  }

  // MARK: - Drafts

  /// Goes on with the drafts that are at the same place now: those that were opened were replaced.
  ///
  /// What stands in the forms is stored anew with the next turn.
  func reopenDrafts() throws {
    drafts = try drafts.reopened()
    disk = DataDisk(store: store, drafts: drafts)
    if let application { disk.observeWarning(application.updating) }
    for form in openForms.values where form.hasDraft || form.isTouched { form.isUnsaved = true }
  }

  /// Takes note of a form that came on the screen.
  func open(_ form: ItemFormModel) {
    openForms[form.draftID] = form
    // Its draft waits no longer: no list behind the form shows it, now and after a restart. While
    // restoring there is nothing to show yet.
    if !isLaunching { showData() }
  }

  /// Takes note of a form that left the screen.
  func close(_ form: ItemFormModel) {
    openForms[form.draftID] = nil
    dataDidChange()
  }

  /// Leaves every form; what was typed waits as a draft.
  ///
  /// - Returns: Whether all of them may be closed.
  func leaveForms() -> Bool {
    guard openForms.values.allSatisfy({ $0.leave() }) else { return false }
    openForms = [:]
    return true
  }

  /// The drafts that no form on screen shows, the one begun last first.
  private(set) var waitingDrafts: [Draft] = []

  /// Looks for drafts that wait; also before the first screen is shown.
  func loadDrafts() {
    let all = attempt { try drafts.drafts() } ?? []
    waitingDrafts = all.filter {
      openForms[$0.uuid] == nil && !isOpenElsewhere($0) && !endedDrafts.contains($0.uuid)
    }
  }

  /// One line about why nothing can be saved, if that is so for as long as this window is open.
  var unwritable: String? {
    (store.unwritable ?? drafts.unwritable).map { words(for: $0).capitalizedFirst }
  }

  /// Looks at the data for the first time, when everything was restored.
  func start() {
    isLaunching = false
    dropSavedDrafts()
    isStarting = true
    showData()
    isStarting = false
    application?.performInPause(letting: { _ in true }) { [weak self] in
      self?.lookForMissingFiles()
    }
  }

  private func updateDraftMark() {
    let count = waitingDrafts.count
    tabs?.statusText = count == 0 ? "" : "✎ \(count) draft\(count == 1 ? "" : "s")"
    tabs?.didChooseStatus = { [weak self] in self?.showDrafts() }
  }

  /// The screens side by side, which everything else lies over.
  var tabs: TabBarController? { application?.window.rootViewController as? TabBarController }
}

extension String {
  /// The text with a capital at the start.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
