import Foundation
import Inventory
import Reprise

/// Runs the interface: the guardian outside, the app inside.
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
      _ = try TerminalType(environment: environment)
      _ = Guardian.run(
        Guardian.Options(
          programName: "keepsake", processName: "keepsake-guard",
          restarts: environment["KEEPSAKE_RESTART"] != "0"))
      let application = try makeApplication(session: session, fresh: fresh, isDemo: isDemo)
      try application.launch()
      RunLoop.main.run()
      exit(UsageFailure.Status.failure.rawValue)
    } catch {
      Console.fail(error)
    }
  }

  private static func makeApplication(
    session name: String?, fresh: Bool, isDemo: Bool
  ) throws
    -> Application
  {
    umask(0o077)
    let paths = try Workspace.paths(isDemo: isDemo)
    let inventory = try InventoryStore(directory: paths.data)
    if isDemo { try SampleHome.fill(inventory, in: paths.data) }
    let (state, sessionName) = try openState(paths: paths, session: name, fresh: fresh)
    let context = AppContext(
      store: inventory, drafts: try DraftStore(directory: paths.data), session: sessionName,
      isDemo: isDemo)
    var environment = Environment()
    environment[AppContext.self] = context
    let application = Application(
      delegate: AppDelegate(context: context),
      device: try CursesTerminal(environment: ProcessInfo.processInfo.environment), store: state,
      registry: Screens.registry, environment: environment, version: Version.text)
    application.stopProcess = Guardian.stop
    application.didTerminate = { reason in exit(reason.exitStatus) }
    return application
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
