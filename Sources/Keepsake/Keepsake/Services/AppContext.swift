import Foundation
import Inventory
import Reprise
import RepriseMedia

/// The services that all screens share.
///
/// Each depends only on those made before it.
final class AppContext {
  let store: InventoryStore

  /// Whether this is the demo, which has a key that kills the program.
  let isDemo: Bool
  /// Whether a key shows the saved state.
  let offersInspection: Bool

  /// Whether the data is a copy, to draw a picture.
  let isCopy: Bool

  private let host = ApplicationReference()

  /// Finds and opens screens.
  let navigator: Navigator

  /// Shows lines at the bottom of the window.
  let notices: NoticeCenter

  /// Updates all screens after changes.
  let updater: ScreenUpdater

  /// Notices about changes that restoration found.
  let launchNotices: LaunchNotices

  /// The person's preferences.
  let preferences: PreferencesController

  /// Syncs what was stored to the disk.
  let disk: DurabilityScheduler

  /// Keeps text typed in forms.
  let drafts: DraftController

  /// The unfolded groups of the form.
  let folding: FormFolding
  /// Texts of sheets that were closed without saving.
  let unfinished: UnfinishedTexts

  /// The place to which items were moved last.
  let lastPlace: LastPlace

  /// The entries of the form for several items.
  let bulkForm: BulkFormModel

  /// Changes the data, and undoes changes.
  let changes: ChangeController

  /// The import that the wizard prepares.
  let imports: ImportModel

  /// Pictures and other files of items.
  let attachments: AttachmentController

  /// The connection to the household's server.
  let sync: SyncController

  /// The values that several homes wrote at the same time.
  let conflicts: ConflictController

  /// Reports what other windows and homes did.
  let news: NewsReporter

  /// Private items and places.
  let privacy: PrivacyController

  /// Applies the content limits of this login.
  let contentLimits: ContentLimitsController

  /// Asks about places, tags and categories.
  let things: ThingController

  /// The value of everything.
  let worth: ValuationModel

  /// Shows the data, and applies the changes of others.
  let refresher: DataRefresher

  /// The settings of one run of the app.
  struct Configuration {
    /// The session that makes the changes; undo reverts only its own.
    var session: String
    var isDemo = false
    /// Whether a key shows the saved state, for developers.
    var offersInspection = false
    /// How the person's locale writes numbers and dates.
    var locale = LocaleFormat.plain
    /// The user's preferences files; none for pictures.
    var preferencesFiles: [String] = []
    /// The files with the content limits of the login; none for pictures.
    var restrictionFiles: RestrictionFiles?
    /// Decodes pictures.
    var pictures = PictureDecoder()
    /// The directory of the copies that other programs have open.
    var openedDirectory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    /// The directory of attachments, if the data is a copy.
    var contentsDirectory: String?
    /// Whether unlocking showed that the key for sealing while locked had been replaced.
    var hadForeignKey = false
    /// The household's server; none for a demo and for pictures.
    var server: (any SyncServer)?
    /// Whether another process runs the interface of a session now.
    var isSessionInUse: (String) -> Bool = { _ in false }
    /// Today; tests replace it.
    var today: () -> CalendarDate = { .today() }
  }

  init(store: InventoryStore, drafts stored: DraftStore, _ configuration: Configuration) {
    self.store = store
    isDemo = configuration.isDemo
    offersInspection = configuration.isDemo || configuration.offersInspection
    isCopy = configuration.contentsDirectory != nil
    let session = configuration.session
    navigator = Navigator(host)
    notices = NoticeCenter(host, directory: store.database.directory)
    updater = ScreenUpdater(host)
    launchNotices = LaunchNotices(notices, navigator)
    preferences = PreferencesController(configuration, store, host, notices, updater)
    disk = DurabilityScheduler(host, store: store, drafts: stored)
    drafts = DraftController(stored, of: store, configuration, notices, updater, disk)
    folding = FormFolding(host)
    unfinished = UnfinishedTexts(host)
    lastPlace = LastPlace(host)
    bulkForm = BulkFormModel(host, store, preferences)
    let backgroundChanges = BackgroundChanges(store, session: session, host, notices, updater)
    changes = ChangeController(
      store, session: session, drafts, notices, updater, navigator, launchNotices, disk,
      backgroundChanges)
    imports = ImportModel(host, store, notices, changes)
    attachments = AttachmentController(
      store, configuration, host, notices, updater, navigator, preferences, changes,
      backgroundChanges)
    sync = SyncController(store, configuration.server, host, notices, updater)
    conflicts = ConflictController(store, sync, preferences, notices, changes, backgroundChanges)
    news = NewsReporter(store, notices, updater, navigator, drafts)
    privacy = PrivacyController(
      store, configuration, host, notices, drafts, changes, attachments, conflicts,
      backgroundChanges)
    contentLimits = ContentLimitsController(
      store, configuration.restrictionFiles, host, notices, navigator, launchNotices, drafts,
      attachments, changes, backgroundChanges)
    things = ThingController(store, notices, changes)
    worth = ValuationModel(store, host, notices, navigator)
    refresher = DataRefresher(
      store, host, navigator, notices, updater, drafts, attachments, sync, conflicts, news,
      contentLimits, backgroundChanges)
  }

  /// The application, once it is made.
  var application: Application? { host.application }

  /// Connects the services to the application, and applies the person's preferences to it.
  func connect(to application: Application) {
    host.connect(to: application)
    disk.showFailures()
    preferences.read()
  }

  /// The files whose changes by other processes wake the app.
  var systemFiles: SystemFiles {
    var files = SystemFiles.system
    files.configuration = preferences.watchedFiles
    files.data = [store.database.path, drafts.store.path].flatMap { [$0, $0 + "-wal"] }
    files.data.append(sync.notePath)
    return files
  }
}
