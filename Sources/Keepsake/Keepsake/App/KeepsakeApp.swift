import RepriseCommands
import HouseholdExchange
import HouseholdServer
import Inventory
import Protection
import Reprise
import Resources

/// The app as the kit runs it: data, screens and storyboard.
final class KeepsakeApp: RepriseApp {
  let name = "keepsake"
  let version: String
  let discardNotice = "the saved screen is discarded; your data and drafts are kept"

  private let isDemo: Bool
  private var destination: Destination?
  private var data: Begun<(InventoryStore, DraftStore)>?
  private var context: AppContext?
  private var keys: KeyBag?

  convenience init() { self.init(isDemo: false) }

  /// Makes the app for the data of this login, which it opens at launch.
  init(isDemo: Bool) {
    self.isDemo = isDemo
    version = Version.text
  }

  /// Makes the app for an inventory that is already open.
  init(context: AppContext, version: String, destination: Destination? = nil) {
    self.context = context
    self.version = version
    self.destination = destination
    isDemo = context.isDemo
  }

  /// Opens data and state at the same time, since neither depends on the other.
  func prepare(_ launch: Launch) {
    guard context == nil else { return }
    let directory = launch.directories.data
    let isDemo = isDemo
    let restrictions = launch.directories.restrictions
    data = Begun {
      let guide = RatingGuide(restrictions)
      // The sample home is priced in euros.
      let store =
        try isDemo
        ? InventoryStore(directory: directory, access: .writeIfPossible, guide: guide)
        : Workspace.openInventory(in: directory, guide: guide)
      let drafts = try DraftStore(directory: directory, access: .writeIfPossible)
      try store.sortDrafts(drafts)
      return (store, drafts)
    }
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

  func environment(_ launch: Launch) throws -> Environment {
    var environment = Environment()
    environment[AppContext.self] = try openContext(launch)
    return environment
  }

  private func openContext(_ launch: Launch) throws -> AppContext? {
    guard context == nil, let (store, drafts) = try data?.result() else { return context }
    if isDemo, store.unwritable == nil {
      try SampleHome.fill(store, in: launch.directories.data)
    }
    destination = try launch.options.item.map { try Destination($0, in: store) }
    context = AppContext(
      store: store, drafts: drafts, session: launch.sessionName, isDemo: isDemo)
    if let keys, keys.isUnlocked {
      let sealing = PrivateSealing(keys: keys)
      store.openPrivateItems(with: sealing)
      drafts.openPrivateDrafts(with: sealing)
      context?.hadForeignKey = keys.hadForeignKey
    }
    context?.localeCustoms = Workspace.localeCustoms
    let directories = launch.directories
    context?.pictures = directories.pictures
    context?.openedDirectory = directories.openedCopies
    return context
  }

  func storyboard(registry: RestorationRegistry, environment: Environment) throws -> Storyboard? {
    try Storyboard(
      name: "keepsake", text: ResourceText.storyboard, registry: registry,
      environment: environment)
  }

  func makeDelegate(
    _ launch: Launch, environment: Environment
  ) throws -> any ApplicationDelegate {
    guard let context else {
      throw UsageFailure(status: .failure, message: "the inventory was not opened")
    }
    return AppDelegate(context: context, destination: destination)
  }

  func rootViewController(_ application: Application) -> ViewController {
    application.mainStoryboard?.instantiateInitialViewController() ?? ViewController()
  }

  func connect(_ application: Application, _ launch: Launch) {
    context?.application = application
    // List and item stand side by side.
    application.preferredWindowSize = Size(width: 100, height: 30)
    context?.levelScreen = { [weak context] level in
      context.map { PlacesViewController(context: $0, level: level) }
    }
    guard let context else { return }
    context.joinScreen = { [weak context] in context.map(JoinViewController.init(context:)) }
    context.logInScreen = { [weak context] in context.map(LogInViewController.init(context:)) }
    if !launch.isHeadless {
      context.preferencesFiles = launch.directories.preferences
      context.restrictionFiles = launch.directories.restrictions
    }
    context.readPreferences()
    guard !launch.isHeadless else { return }
    context.isSessionInUse = launch.isSessionInUse
    if !isDemo { joinHousehold(context, launch.directories) }
    application.systemFiles = context.systemFiles
    letGoOfLocks(context, application)
  }

  /// Has a window that is stopped keep nobody from writing.
  private func letGoOfLocks(_ context: AppContext, _ application: Application) {
    application.aroundStop = { [weak context] stop in
      guard let context else { return stop() }
      context.household.paused { InventoryWriting.paused(patience: 2000, stop) }
    }
  }

  private func joinHousehold(_ context: AppContext, _ directories: AppDirectories) {
    let keys = keys
    context.household.file = { try CredentialFile.of(directories, keys: keys) }
    let store = context.store
    context.household.tryLogin = { login, password in
      try HouseholdMembership(
        store.openAgain() ?? store, CredentialFile.of(directories, keys: keys),
        program: LineProgram.locate()
      ).logIn(login, password: password)
    }
    context.household.tryJoin = { code, member, isCancelled in
      let home = try store.openAgain() ?? store
      // What is hidden would go to whoever made the household.
      if try home.withholdsItems {
        try Workspace.requireNoLimits(to: "give the inventory to a household")
      }
      try HouseholdMembership(
        home, CredentialFile.of(directories, keys: keys), program: LineProgram.locate()
      ).beginJoin(code, member: member, isCancelled: isCancelled)
    }
    context.household.makeLine = { [weak desk = context.household] tell in
      let file = try CredentialFile.of(directories, keys: keys)
      let host = try file.read().flatMap { LineAddress($0.code.address).host }
      if let host { desk?.watch(host: host) }
      return HouseholdLine(
        directory: directories.data, file: file, program: try LineProgram.locate(),
        guide: { RatingGuide(directories.restrictions) }, tell: tell)
    }
  }

  func fail(_ error: any Error) -> Never { Console.fail(error) }
}
