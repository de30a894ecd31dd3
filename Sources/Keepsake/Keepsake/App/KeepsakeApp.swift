import Inventory
import Reprise
import RepriseCommands
import RepriseSecurity
import RepriseSystem
import Resources
import Sync

/// The app as the kit runs it: data, screens and storyboard.
final class KeepsakeApp: RepriseApp {
  let name = "keepsake"
  let version: String
  let discardNotice = "the saved screen is discarded; your data and drafts are kept"

  private let isDemo: Bool
  /// The item to show instead of the saved place; `nil` for the one on the command line.
  private let destination: Destination?
  /// An inventory that is open already, in tests and for pictures.
  private let openContext: AppContext?
  private var keys: KeyBag?

  convenience init() { self.init(isDemo: false) }

  /// Makes the app for the data of this login, which it opens at launch.
  init(isDemo: Bool) {
    self.isDemo = isDemo
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
  }

  func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)? {
    keys = try Vault(launch.directories).open()
    return keys
  }

  func passphraseViewController() -> PassphraseViewController {
    PassphraseViewController(
      title: "Keepsake is locked",
      explanation: "What you were doing is kept and comes back. Who has forgotten the passphrase "
        + "loses that and the private items, and nothing else: keepsake passphrase --forget opens "
        + "the rest.")
  }

  func register(in registry: inout RestorationRegistry) { Screens.register(in: &registry) }

  func makeScene(_ launch: Launch) throws -> Scene {
    let context = try openContext ?? open(launch)
    let directories = launch.directories
    if !launch.isHeadless {
      context.preferencesFiles = directories.preferences
      context.restrictionFiles = directories.restrictions
      context.isSessionInUse = launch.isSessionInUse
      if !isDemo { joinHousehold(context, directories) }
    }
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
      context.application = application
      // List and item stand side by side.
      application.preferredWindowSize = Size(width: 100, height: 30)
      context.readPreferences()
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
    if isDemo, store.database.unwritable == nil { try SampleHome.fill(store, in: directories.data) }
    let context = AppContext(store: store, drafts: drafts, session: session, isDemo: isDemo)
    if let keys, keys.isUnlocked {
      let sealing = PrivateSealing(keys: keys)
      store.openPrivateItems(with: sealing)
      drafts.openPrivateDrafts(with: sealing)
      context.hadForeignKey = keys.hadForeignKey
    }
    context.localeFormat = Workspace.localeFormat
    context.pictures = directories.pictures
    context.openedDirectory = directories.openedCopies
    return context
  }

  private nonisolated static func openData(
    _ directories: AppDirectories, isDemo: Bool
  ) throws -> (InventoryStore, DraftStore) {
    let guide = RatingGuide(directories.restrictions)
    // The sample home is priced in euros.
    let store =
      try isDemo
      ? InventoryStore(directory: directories.data, access: .writeIfPossible, guide: guide)
      : Workspace.openInventory(in: directories.data, guide: guide)
    let drafts = try DraftStore(directory: directories.data, access: .writeIfPossible)
    drafts.hide(by: store.database)
    return (store, drafts)
  }

  /// Releases the locks before the window is stopped, so that others can write.
  private func releaseLocksWhenStopped(_ context: AppContext, _ application: Application) {
    application.aroundStop = { [weak context] stop in
      guard let context else { return stop() }
      context.household.paused { InventoryWriting.paused(timeout: 2000, stop) }
    }
  }

  private func joinHousehold(_ context: AppContext, _ directories: AppDirectories) {
    let keys = keys
    context.household.file = { try CredentialFile.of(directories, keys: keys) }
    let store = context.store
    context.household.tryLogin = { login, password in
      try SyncEnrollment(
        store.openAgain() ?? store, CredentialFile.of(directories, keys: keys),
        program: PostgresProgram.locate()
      ).logIn(login, password: password)
    }
    context.household.tryJoin = { code, member, isCancelled in
      let home = try store.openAgain() ?? store
      // What is hidden would go to whoever made the household.
      if try home.database.hidesItems {
        try Workspace.requireNoLimits(to: "give the inventory to a household")
      }
      try SyncEnrollment(
        home, CredentialFile.of(directories, keys: keys), program: PostgresProgram.locate()
      ).beginJoin(code, member: member, isCancelled: isCancelled)
    }
    context.household.makeLine = { [weak desk = context.household] tell in
      let file = try CredentialFile.of(directories, keys: keys)
      let host = try file.read().flatMap { PostgresAddress($0.code.address).host }
      if let host { desk?.watch(host: host) }
      return SyncConnection(
        directory: directories.data, file: file, program: try PostgresProgram.locate(),
        tell: tell)
    }
  }

  func fail(_ error: any Error) -> Never { Console.fail(error) }
}
