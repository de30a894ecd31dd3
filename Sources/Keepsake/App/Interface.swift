import Foundation
import Inventory
import Reprise

/// Runs the interface; the guardian has split off before `main`.
enum Interface {
  /// Opens the interface and ends the program when the person leaves it.
  ///
  /// Commands run on the main thread, which is where the main actor is.
  nonisolated static func start(session: String?, fresh: Bool, isDemo: Bool) -> Never {
    MainActor.assumeIsolated { run(session: session, fresh: fresh, isDemo: isDemo) }
  }

  private static func run(session: String?, fresh: Bool, isDemo: Bool) -> Never {
    let environment = ProcessInfo.processInfo.environment
    do {
      let application = try makeApplication(
        device: CursesTerminal(environment: environment), session: session, fresh: fresh,
        isDemo: isDemo)
      try application.launch()
      RunLoop.main.run()
      exit(UsageFailure.Status.failure.rawValue)
    } catch {
      Console.fail(error)
    }
  }

  /// The screen after some keys, drawn without a terminal; nothing of it is kept.
  static func frame(size: Size, keys: [KeyPress], isDemo: Bool) throws -> Frame {
    let terminal = HeadlessTerminal(size: size)
    try launch(on: terminal, restoring: nil, session: Workspace.mainSession, isDemo: isDemo)
    for key in keys { terminal.send([.key(key)]) }
    return terminal.frames.last ?? Frame(size: size)
  }

  /// The databases that the interface works with.
  private struct Stores {
    let directory: String
    let inventory: InventoryStore
    let drafts: DraftStore
  }

  /// The app as a saved state brings it back, without a terminal; nothing of it is kept.
  static func restored(
    _ contents: StateFile.Contents, session: String, isDemo: Bool
  ) throws
    -> Application
  {
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    return try launch(on: terminal, restoring: contents, session: session, isDemo: isDemo)
  }

  @discardableResult
  private static func launch(
    on terminal: HeadlessTerminal, restoring contents: StateFile.Contents?, session: String,
    isDemo: Bool
  ) throws -> Application {
    let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    if let contents { try archive.commit(contents) }
    let directory = try Workspace.paths(isDemo: isDemo).data
    let data = Stores(
      directory: directory, inventory: try InventoryStore(directory: directory),
      drafts: try DraftStore(directory: directory))
    let application = try makeApplication(
      device: terminal, data: data, state: StateStore(archive: archive), sessionName: session,
      isDemo: isDemo)
    try application.launch()
    return application
  }

  private static func makeApplication(
    device: any TerminalDevice, session name: String?, fresh: Bool, isDemo: Bool
  ) throws -> Application {
    umask(0o077)
    let paths = try Workspace.paths(isDemo: isDemo)
    let directory = paths.data
    // Inventory and state know nothing of each other, so both are opened at the same time.
    let inventory = Begun { try InventoryStore(directory: directory) }
    let (state, sessionName) = try openState(paths: paths, session: name, fresh: fresh)
    let drafts = try DraftStore(directory: directory)
    let data = Stores(directory: directory, inventory: try inventory.result(), drafts: drafts)
    let application = try makeApplication(
      device: device, data: data, state: state, sessionName: sessionName, isDemo: isDemo)
    application.stopProcess = Guardian.stop
    application.didTerminate = { reason in exit(reason.exitStatus) }
    return application
  }

  private static func makeApplication(
    device: any TerminalDevice, data: Stores, state: StateStore, sessionName: String, isDemo: Bool
  ) throws -> Application {
    if isDemo { try SampleHome.fill(data.inventory, in: data.directory) }
    let context = AppContext(
      store: data.inventory, drafts: data.drafts, session: sessionName, isDemo: isDemo)
    return try Screens.makeApplication(
      context: context, device: device, state: state, version: Version.text)
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
    do {
      let session = try name.map(home.openSession(named:)) ?? home.openFreeSession()
      let keys = try LoginKeyProvider(file: paths.keyFile)
      return (StateStore(session: session, keys: keys, fresh: fresh), session.name)
    } catch StateError.unwritable(let reason) {
      return (StateStore(unavailable: reason), name ?? Workspace.mainSession)
    }
  }
}
