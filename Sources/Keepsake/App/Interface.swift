import Foundation
import Inventory
import Reprise

/// Runs the interface; the guardian has split off before `main`.
enum Interface {
  /// Opens the interface and ends the program when the person leaves it.
  ///
  /// Commands run on the main thread, which is where the main actor is.
  nonisolated static func start(_ request: InterfaceRequest) -> Never {
    MainActor.assumeIsolated { run(request) }
  }

  private static func run(_ request: InterfaceRequest) -> Never {
    let environment = ProcessInfo.processInfo.environment
    let loop = MainLoop()
    do {
      try SystemLimits.require(files: 40)
      try SystemLimits.require(memory: 32 << 20)
      // Dispatch's own, one that syncs, one that works beside the interface.
      try SystemLimits.require(threads: 3)
      let application = try makeApplication(
        request, environment: environment,
        device: CursesTerminal(environment: environment, loop: loop))
      try application.launch(options: request.launchOptions)
      application.watchMemory(environment: environment)
      loop.run()
    } catch {
      Console.fail(error)
    }
  }

  /// The screen after some keys, drawn without a terminal; nothing of it is kept.
  static func frame(
    size: Size, theme: Theme, keys: [KeyPress], isDemo: Bool
  ) throws -> Frame {
    let terminal = HeadlessTerminal(
      size: size,
      capabilities: TerminalCapabilities(colors: 256, name: "headless", theme: theme))
    return try launch(
      on: terminal, restoring: nil, session: Workspace.mainSession, isDemo: isDemo
    ) { application in
      for key in keys {
        terminal.send([.key(key)])
        application.finishBackgroundWork()
      }
      return terminal.frames.last ?? Frame(size: size)
    }
  }

  /// Looks at the app as a saved state brings it back, without a terminal; nothing of it is kept.
  static func withRestored<Result>(
    _ contents: StateFile.Contents, session: String, isDemo: Bool,
    _ body: (Application) throws -> Result
  ) throws -> Result {
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    return try launch(
      on: terminal, restoring: contents, session: session, isDemo: isDemo, body)
  }

  private static func launch<Result>(
    on terminal: HeadlessTerminal, restoring contents: StateFile.Contents?, session: String,
    isDemo: Bool, _ body: (Application) throws -> Result
  ) throws -> Result {
    let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    if let contents { try archive.commit(contents) }
    umask(0o077)
    let directory = try Workspace.paths(isDemo: isDemo).data
    if isDemo { try SampleHome.fill(InventoryStore(directory: directory), in: directory) }
    // On a copy: keys pressed for a picture must change nothing of the person's.
    let scratch = try ScratchCopy(of: directory)
    let context = AppContext(scratch: scratch, session: session, isDemo: isDemo)
    let application = try Screens.makeApplication(
      context: context, device: terminal, state: StateStore(archive: archive),
      version: Version.text)
    return try withExtendedLifetime(scratch) {
      try application.launch()
      return try body(application)
    }
  }

  private static func makeApplication(
    _ request: InterfaceRequest, environment: [String: String], device: any TerminalDevice
  ) throws -> Application {
    umask(0o077)
    let isDemo = request.isDemo
    let paths = try DataPaths(environment: environment, isDemo: isDemo)
    let directory = paths.data
    // Data and state know nothing of each other, so both are opened at the same time.
    let data = Begun {
      let store = try InventoryStore(directory: directory, access: .writeIfPossible)
      return (store, try DraftStore(directory: directory, access: .writeIfPossible))
    }
    let (state, sessionName) = try openState(
      paths: paths, session: request.session, fresh: request.fresh)
    let (store, drafts) = try data.result()
    if isDemo, store.unwritable == nil { try SampleHome.fill(store, in: directory) }
    let context = AppContext(
      store: store, drafts: drafts, session: sessionName, isDemo: isDemo)
    let application = try Screens.makeApplication(
      context: context, device: device, state: state, version: Version.text,
      destination: request.destination(in: store))
    connect(application, to: context, paths: paths)
    application.logger = LogFile.logger(label: sessionName, path: paths.logFile)
    application.didTerminate = { reason in
      if reason == .forceQuit {
        Console.message("keepsake: the saved screen is discarded; your data and drafts are kept")
      }
      exit(reason.exitStatus)
    }
    return application
  }

  /// Connects an app with the system around it.
  private static func connect(
    _ application: Application, to context: AppContext, paths: DataPaths
  ) {
    let home = StateHome(path: paths.state)
    context.isSessionInUse = home.isSessionInUse
    application.stopProcess = Guardian.stop
    application.stopJob = Guardian.stopJob
    application.watchdog = Watchdog(
      arm: { Guardian.watch(forSeconds: patience, startingAgain: $0) }, disarm: Guardian.endWatch)
    application.systemFiles = context.systemFiles
  }

  /// How many seconds the app may take to start, to stop or to leave (contract 8.1.6).
  private static let patience = 5

  /// Waits as long as another program has the saved state locked, and says so once: the place is not
  /// given up for a backup that takes its time.
  private static func sayingThatItWaits() -> () -> Bool {
    var isSaid = false
    return {
      if !isSaid {
        Console.message(
          "keepsake: another program has the saved state locked; waiting for it (Ctrl-C leaves)")
      }
      isSaid = true
      return true
    }
  }

  /// Opens the saved state.
  ///
  /// Where it cannot be kept, the app runs without and says so; a name that is no name, or is in
  /// use, and files of somebody else end the program.
  private static func openState(
    paths: DataPaths, session name: String?, fresh: Bool
  ) throws
    -> (StateStore, name: String)
  {
    let home = StateHome(path: paths.state)
    let keyFile = paths.keyFile
    let state = try StateStore(
      opening: {
        let session = try name.map(home.openSession(named:)) ?? home.openFreeSession()
        return (session, try LoginKeyProvider.mending(file: keyFile))
      }, fresh: fresh, whileOccupied: sayingThatItWaits())
    // Without a session nobody may be taken for this window, nor this window for anybody.
    return (state, state.sessionName ?? Workspace.nameOfNobody())
  }
}
