import Sync
import Inventory
import Reprise
import RepriseCommands
import RepriseSecurity
import RepriseSystem
import Resources

/// The app as the kit runs it: data, screens and storyboard.
final class KeepsakeApp: RepriseApp {
  let name = "keepsake"
  let version: String
  let discardNotice = "the saved screen is discarded; your data and drafts are kept"

  private let isDemo: Bool
  private let offersInspection: Bool
  /// The item to show instead of the saved place; `nil` for the one on the command line.
  private let destination: Destination?
  /// An inventory that is open already, in tests and for pictures.
  private let openContext: AppContext?
  private var keys: KeyBag?

  /// Opens the interface on the terminal, and exits when the user quits.
  ///
  /// Commands run on the main thread, which is where the main actor is.
  nonisolated static func start(
    _ request: LaunchRequest, isDemo: Bool = false, offersInspection: Bool = false
  ) -> Never {
    MainActor.assumeIsolated {
      var request = request
      if isDemo { request.folder = Workspace.demoFolder }
      KeepsakeApp(isDemo: isDemo, offersInspection: offersInspection).run(request)
    }
  }

  convenience init() { self.init(isDemo: false) }

  /// Makes the app for the data of this login, which it opens at launch.
  init(isDemo: Bool, offersInspection: Bool = false) {
    self.isDemo = isDemo
    self.offersInspection = offersInspection
    version = Version.text
    destination = nil
    openContext = nil
  }

  /// Makes the app for an inventory that is already open.
  init(context: AppContext, version: String, destination: Destination? = nil) {
    openContext = context
    self.version = version
    self.destination = destination
    isDemo = context.isDemo
    offersInspection = context.offersInspection
  }

  func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)? {
    keys = try Vault(launch.directories).open()
    return keys
  }

  func passphraseViewController() -> PassphraseViewController {
    PassphraseViewController(
      title: "Keepsake is locked",
      explanation:
        "Your windows come back as you left them. Forgot the passphrase? You lose your place "
        + "and the private items, nothing else: keepsake passphrase --forget opens "
        + "the rest.")
  }

  func register(in registry: inout RestorationRegistry) { Screens.register(in: &registry) }

  func makeScene(_ launch: Launch) throws -> Scene {
    let context = try openContext ?? open(launch)
    let destination =
      try destination ?? launch.options.item.map { try Destination($0, in: context.store) }
    let environment = Environment(holding: context)
    let storyboard = try Storyboard(
      name: "keepsake", text: ResourceText.storyboard, registry: launch.registry,
      environment: environment)
    var scene = Scene(
      environment: environment, storyboard: storyboard,
      delegate: AppDelegate(context: context, destination: destination), root: root)
    if !launch.isHeadless { scene.systemFiles = context.systemFiles }
    scene.watchSystem(launch)
    scene.willConnect = { [self] application in
      // Wide enough for list and item side by side.
      application.preferredWindowSize = Size(width: 100, height: 30)
      context.connect(to: application)
      if !launch.isHeadless { releaseLocksWhenStopped(context, application) }
    }
    return scene
  }

  func root(_ application: Application) -> ViewController {
    application.mainStoryboard?.instantiateInitialViewController() ?? ViewController()
  }

  /// Opens data and saved state at the same time, since neither depends on the other.
  private func open(_ launch: Launch) throws -> AppContext {
    let directories = launch.directories
    let data = AsyncResult { [isDemo] in try Self.openData(directories, isDemo: isDemo) }
    let session = try launch.sessionName
    let (store, drafts) = try data.result()
    var configuration = AppContext.Configuration(session: session, isDemo: isDemo)
    if isDemo, launch.isHeadless, let day = DemoHome.pictureDay { configuration.today = { day } }
    if isDemo, store.database.unwritable == nil {
      try DemoHome.fill(store, in: directories.data, today: configuration.today())
    }
    if let keys, keys.isUnlocked {
      let sealing = PrivateSealing(keys: keys)
      store.openPrivateItems(with: sealing)
      drafts.openPrivateDrafts(with: sealing)
      configuration.hadForeignKey = keys.hadForeignKey
    }
    configuration.offersInspection = offersInspection
    configuration.locale = Workspace.localeFormat
    configuration.pictures = directories.pictures
    configuration.openedDirectory = directories.openedCopies
    if !launch.isHeadless {
      configuration.preferencesFiles = directories.preferences
      configuration.restrictionFiles = directories.restrictions
      configuration.isSessionInUse = launch.isSessionInUse
      if !isDemo { configuration.server = HouseholdServer(store, directories, keys: keys) }
    }
    return AppContext(store: store, drafts: drafts, configuration)
  }

  private nonisolated static func openData(
    _ directories: AppDirectories, isDemo: Bool
  ) throws -> (InventoryStore, DraftStore) {
    let limits = ContentLimits(directories.restrictions)
    // The sample home is priced in euros.
    let store =
      try isDemo
      ? InventoryStore(directory: directories.data, access: .writeIfPossible, limits: limits)
      : Workspace.openInventory(in: directories.data, limits: limits)
    let drafts = try DraftStore(directory: directories.data, access: .writeIfPossible)
    drafts.hide(by: store.database)
    return (store, drafts)
  }

  /// Releases the locks before the window is stopped, so that others can write.
  private func releaseLocksWhenStopped(_ context: AppContext, _ application: Application) {
    application.aroundStop = { [weak context] stop in
      guard let context else { return stop() }
      context.sync.paused { InventoryWriting.paused(timeout: 2000, stop) }
    }
  }

  func fail(_ error: any Error) -> Never { Console.fail(error) }
}
