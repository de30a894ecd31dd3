import Guardian
import Foundation
import Preservation
import Storage
import Terminal

/// The way from `run(_:)` to the first screen, with the passphrase screen if the app's keys are
/// locked.
final class Boot {
  private let app: any RepriseApp
  private let request: LaunchRequest
  private let variables: [String: String]
  private let isGuarded: Bool
  private let loop = MainLoop()

  /// The app, or what asks for its passphrase.
  private var application: Application?

  /// The keys that a passphrase opens; `nil` if nothing is protected.
  private var keys: (any PassphraseKeyProvider)?

  /// The session that is kept for the app while the passphrase is asked for.
  private var session: Session?

  /// The pane of a multiplexer in which the app runs.
  private let pane: PaneSession?

  init(
    _ app: any RepriseApp, _ request: LaunchRequest, variables: [String: String], isGuarded: Bool
  ) {
    self.app = app
    self.request = Self.continued(request)
    self.variables = variables
    self.isGuarded = isGuarded
    pane = PaneSession(variables: variables)
  }

  /// Runs the loop; the app ends the process.
  func run() -> Never { loop.run() }

  /// Opens the app, or asks for its passphrase first.
  func begin() throws {
    let device = try CursesTerminal(environment: variables, loop: loop)
    umask(0o077)
    let launch = try Launch(
      of: app, request: request, variables: variables, isHeadless: false
    ) { [self] in try openState($0, self.keys) }
    keys = try app.protectedData(launch)
    guard keys?.isUnlocked == false else { return try open(launch, on: device) }
    session = try keptSession(launch)
    // `keepsake passphrase --remove` looks for open sessions first, so it may have taken the keys until now.
    keys = try app.protectedData(launch)
    guard let keys else { return try open(launch, on: device) }
    try ask(for: keys, launch, on: device)
  }

  // MARK: - The passphrase

  private func ask(
    for keys: any PassphraseKeyProvider, _ launch: Launch, on device: CursesTerminal
  ) throws {
    let application = Application(
      delegate: LockedDelegate(), device: device, store: try StateStore.inMemory(),
      registry: RestorationRegistry(), version: app.version)
    keepOutOfSwap(application)
    let screen = app.passphraseViewController()
    screen.keys = keys
    screen.didUnlock = { [weak self] in self?.leaveLock(launch) }
    let root = outline(launch).flatMap { LockBackdrop(screen, over: $0, in: device.size) } ?? screen
    application.makeRootViewController = { _ in root }
    application.aroundStop = { [opening = screen.opening] in
      opening.closed(timeout: BootTimes.timeoutWithPassphrase, $0)
    }
    application.window.globalActions = []
    attachSystem(to: application)
    application.didTerminate = { exit($0.exitStatus) }
    self.application = application
    try application.launch()
  }

  /// The outline of the session's window, as far as it is readable before the passphrase.
  private func outline(_ launch: Launch) -> ScreenOutline? {
    guard let session,
      let login = try? LoginKeyProvider.existing(file: launch.directories.keyFile)
    else { return nil }
    return session.outline(keys: login).flatMap(ScreenOutline.init(bytes:))
  }

  /// Continues with the app itself, on a fresh terminal.
  private func leaveLock(_ launch: Launch) {
    application?.didTerminate = { [self] _ in
      // The watchdog limits leaving, but not opening the data.
      Guardian.endWatch()
      do {
        try open(launch, on: CursesTerminal(environment: variables, loop: loop))
      } catch {
        app.fail(error)
      }
    }
    application?.terminate()
  }

  // MARK: - The app

  private func open(_ launch: Launch, on device: CursesTerminal) throws {
    let application = try app.makeApplication(device: device, launch: launch)
    let state = try launch.store
    if let keys {
      application.protectedData = keys
      application.dataLock.restartsWhenLocked = true
      keepOutOfSwap(application)
      let keyFile = launch.directories.keyFile
      application.preservation.snapshots.keepOutline = {
        state.keepOutline($0.encoded(), keyFile: keyFile)
      }
    }
    attach(application, to: launch, session: try launch.sessionName)
    if !isGuarded {
      application.remark(
        "no guardian: the system does not allow one, or threads were running before run()")
    }
    self.application = application
    try application.launch(options: launch.options)
    if let session = state.sessionName {
      pane?.record(session, in: StateHome(path: launch.directories.state))
    }
    application.watchMemory(environment: variables)
  }

  /// Gives an application the services of the system.
  private func attach(_ application: Application, to launch: Launch, session: String) {
    attachSystem(to: application)
    application.logger = LogFile.logger(
      label: session, path: launch.directories.logFile)
    application.dataLock.restartsWhenAsked = true
    if launch.variables["REPRISE_RESIZE"] == "1" { application.mayResizeTerminal = true }
    // An app without watched files and keys needs no lock requests.
    if application.protectedData != nil || !application.systemFiles.all.isEmpty {
      application.systemFiles.lockRequest = launch.directories.lockRequest
    }
    application.didTerminate = { [app, weak application] reason in
      switch reason {
      // The session may have been opened since the launch.
      case .lock: Self.startAgain(in: application?.sessionIdentifier ?? "")
      case .forceQuit: StandardError.say("\(app.name): \(app.discardNotice)")
      case .quit, .signal: break
      }
      exit(reason.exitStatus)
    }
  }

  /// Keeps the app's memory out of swap, if the system has no limit for that.
  private func keepOutOfSwap(_ application: Application) {
    guard ProcessMemory.keepOutOfSwap() else { return }
    application.lifeCycle.services.giveMemoryBack = {
      ProcessMemory.givingBack { MemoryMonitor.trim() }
    }
  }

  private func attachSystem(to application: Application) {
    application.stopProcess = Guardian.stop
    application.stopJob = Guardian.stopJob
    application.sleepProcess = Guardian.suspend
    application.needTime = Guardian.extendTime
    application.watchdog = Watchdog(
      arm: { Guardian.watch(forSeconds: BootTimes.timeout, startingAgain: $0) },
      disarm: Guardian.endWatch)
  }

  // MARK: - Restarting

  /// Names the session to a program that was restarted without a guardian.
  private static let continuation = "REPRISE_CONTINUES"

  /// The request of a restart, which continues a session and ignores the requested item.
  private static func continued(_ request: LaunchRequest) -> LaunchRequest {
    let text = getenv(continuation).map { String(cString: $0) } ?? ""
    unsetenv(continuation)
    let session = Guardian.message.isEmpty ? text : Guardian.message
    guard SessionName.isValid(session) else { return request }
    return LaunchRequest(session: session, folder: request.folder)
  }

  /// Continues in a new process, which has none of this one's memory.
  private static func startAgain(in session: String) {
    if Guardian.startAgain(saying: session) { exit(0) }
    setenv(continuation, session, 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    StandardError.say("the program cannot be started a second time")
  }

  // MARK: - The saved state

  /// Opens the session before another program does, so that its forms don't count as abandoned.
  ///
  /// - Returns: `nil` if nothing can be written; then the app reports it later.
  private func keptSession(_ launch: Launch) throws -> Session? {
    do {
      return try openSession(in: launch.directories)
    } catch StateError.unwritable {
      return nil
    }
  }

  private func openSession(in directories: AppDirectories) throws -> Session {
    let home = StateHome(path: directories.state)
    if let name = request.session { return try home.openSession(named: name) }
    return try home.openFreeSession(preferring: pane?.session(in: home))
  }

  /// Opens the saved state.
  ///
  /// If no state can be kept, the app runs without and reports it. A bad name, a session in use,
  /// and files of another user end the program.
  private func openState(
    _ directories: AppDirectories, _ protecting: (any PassphraseKeyProvider)?
  ) throws -> StateStore {
    try StateStore(
      opening: { [self] in
        let session = try session ?? openSession(in: directories)
        self.session = nil
        let login = try LoginKeyProvider.mending(file: directories.keyFile)
        guard let protecting else { return (session, login, nil) }
        return (session, protecting, former: login)
      }, fresh: request.isFresh, whileOccupied: sayingThatItWaits())
  }

  /// Waits while another program has the saved state locked, and reports it once.
  ///
  /// A slow backup is no reason to lose the user's place.
  private func sayingThatItWaits() -> () -> Bool {
    var isSaid = false
    return { [name = app.name] in
      if !isSaid {
        StandardError.say(
          "\(name): another program has locked the saved state; waiting (Ctrl-C quits)")
      }
      isSaid = true
      return true
    }
  }
}

private enum BootTimes {
  /// How many seconds the app may take to start, to stop or to exit (contract 8.1.6).
  static let timeout = 5

  /// How long a passphrase that is tried may take before the process is stopped with the lock that this holds, in milliseconds.
  static let timeoutWithPassphrase = 2000
}
