import Foundation
import Preservation
import Terminal

extension RepriseApp {
  /// Starts the program: opens the app as it was left, and ends with it.
  public static func main() { Self().run() }

  /// Makes the app and runs it; see `run(_:)`.
  ///
  /// - Parameter request: What the command line asks for.
  public static func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    Self().run(request)
  }

  /// Runs the app, and ends the program when the person leaves it.
  ///
  /// Call it on the main thread before there are others: with a guardian the program starts once more
  /// here, in a child process.
  ///
  /// - Parameter request: What the command line asks for.
  public func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    let variables = ProcessInfo.processInfo.environment
    let isGuarded = Guardian.start(
      program: name, restartsAfterCrash: variables[restartVariable] != "0")
    let loop = MainLoop()
    do {
      try SystemLimits.require(files: 40)
      try SystemLimits.require(memory: 32 << 20)
      // One for Dispatch, one that syncs, one for background work.
      try SystemLimits.require(threads: 3)
      let device = try CursesTerminal(environment: variables, loop: loop)
      umask(0o077)
      var launch = try Launch(
        of: name, request: request, variables: variables, isHeadless: false)
      try prepare(launch)
      let state = try openState(of: &launch)
      let application = try makeApplication(device: device, store: state, launch: launch)
      attach(application, to: launch)
      if !isGuarded {
        application.remark("no guardian: the system allows none, or threads ran before run()")
      }
      try application.launch(options: launch.options)
      application.watchMemory(environment: variables)
      loop.run()
    } catch {
      fail(error)
    }
  }

  /// The variable that turns restarts off when it is `0`, such as `NOTES_RESTART`.
  private var restartVariable: String {
    String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      + "_RESTART"
  }

  /// Makes the application around a terminal and saved state, to be launched.
  ///
  /// `run(_:)` calls it; so do tests and programs that draw pictures.
  /// otherwise.
  public func makeApplication(
    device: any TerminalDevice, store: StateStore, launch: Launch
  ) throws -> Application {
    var registry = RestorationRegistry()
    register(in: &registry)
    let environment = try environment(launch)
    let storyboard = try storyboard(registry: registry, environment: environment)
    let application = Application(
      delegate: try makeDelegate(launch, environment: environment), device: device, store: store,
      registry: registry, environment: environment, mainStoryboard: storyboard, version: version)
    application.makeRootViewController = rootViewController
    application.window.globalActions = application.standardActions
    connect(application, launch)
    return application
  }

  /// Gives an application the services of the system.
  private func attach(_ application: Application, to launch: Launch) {
    application.stopProcess = Guardian.stop
    application.stopJob = Guardian.stopJob
    application.watchdog = Watchdog(
      arm: { Guardian.watch(forSeconds: BootTimes.patience, startingAgain: $0) },
      disarm: Guardian.endWatch)
    application.logger = LogFile.logger(
      label: launch.sessionName, path: launch.directories.logFile)
    application.didTerminate = { [name, discardNotice] reason in
      if reason == .forceQuit { StandardError.say("\(name): \(discardNotice)") }
      exit(reason.exitStatus)
    }
  }

  // MARK: - The saved state

  /// Opens the saved state.
  ///
  /// If no state can be kept, the app runs without and says so. A bad name, a session in use and files
  /// of somebody else end the program.
  private func openState(of launch: inout Launch) throws -> StateStore {
    let home = StateHome(path: launch.directories.state)
    let (keyFile, session) = (launch.directories.keyFile, launch.request.session)
    let state = try StateStore(
      opening: {
        let session = try session.map(home.openSession(named:)) ?? home.openFreeSession()
        return (session, try LoginKeyProvider.mending(file: keyFile))
      }, fresh: launch.request.isFresh, whileOccupied: sayingThatItWaits())
    // Without a session no other window may be mistaken for this one.
    launch.sessionName = state.sessionName ?? "nobody-" + UUID().uuidString.lowercased()
    return state
  }

  /// Waits while another program has the saved state locked, and says so once.
  ///
  /// A backup that takes its time is no reason to give the place up.
  private func sayingThatItWaits() -> () -> Bool {
    var isSaid = false
    return { [name] in
      if !isSaid {
        StandardError.say(
          "\(name): another program has the saved state locked; waiting for it (Ctrl-C leaves)")
      }
      isSaid = true
      return true
    }
  }
}

private enum BootTimes {
  /// How many seconds the app may take to start, to stop or to leave (contract 8.1.6).
  static let patience = 5
}

extension Application {
  /// The actions of every app, unless its delegate sets other ``Window/globalActions``: `q` and `^Q`
  /// quit, `^L` redraws, `F12` shows what is saved.
  public var standardActions: [Action] {
    let leave = Action("app.quit", "Quit", "q", for: self) { $0.terminate() }
    return [
      leave, leave.also("^Q"),
      Action("app.redraw", "Draw again", "^L", isHinted: false, for: self) { $0.redraw() },
      Action("app.inspect", "What is saved", "F12", isHinted: false, for: self) {
        InspectorViewController.show(in: $0)
      },
    ]
  }
}
