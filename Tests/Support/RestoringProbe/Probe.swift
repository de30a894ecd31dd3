import Guardian
import Foundation
import Preservation
import Reprise
import Terminal

/// A small app for tests of restoration, which can crash or stop at given moments.
///
/// `RestoringProbe --network`, or `RestoringProbe HOME [--trap MOMENT]... [--hold MOMENT] [--healthy SECONDS]
/// [--background SECONDS] [--line SOCKET] [--greeting SECONDS] [--spare] [--once] [--newer]`.
///
/// The key `n` pushes a screen. The delegate and an otherwise unreferenced object count presses of `d`. `t`
/// begins a background task, which reaches the moment `expiry` when its time is over. `o` opens a file with
/// the desktop's program, `N` the list of notices. Any other letter is counted and shown.
///
/// The app stays connected to the socket; the bottom page counts what arrives there, and in the background
/// the app sends a greeting now and then. Each launch appends a byte to `HOME/launches`. At the moment to
/// hold, the app creates `HOME/holding` and waits until it is removed. The newer version of the app migrates
/// its screens to another schema.
@main
enum Probe {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    guard let home = arguments.popFirst() else { exit(64) }
    if home == "--network" { NetworkProbe.run() }
    var traps = Traps(holdFile: home + "/holding")
    var healthy = Duration.seconds(5)
    var schema = 1
    var background: Duration?
    var line: String?
    var greeting: Duration?
    var hasSpare = false
    while let argument = arguments.popFirst() {
      switch argument {
      case "--trap": traps.moments.insert(arguments.popFirst() ?? "")
      case "--hold": traps.held = arguments.popFirst()
      case "--healthy": healthy = .seconds(Double(arguments.popFirst() ?? "") ?? 5)
      case "--newer": schema = 2
      case "--background": background = .seconds(Double(arguments.popFirst() ?? "") ?? 30)
      case "--line": line = arguments.popFirst()
      case "--greeting": greeting = .seconds(Double(arguments.popFirst() ?? "") ?? 1)
      case "--spare": hasSpare = true
      case "--once": break  // For the guardian.
      default: exit(64)
      }
    }
    do {
      try run(
        home: home, traps: traps, healthy: healthy, schema: schema, background: background,
        line: line, greeting: greeting, hasSpare: hasSpare)
    } catch {
      FileHandle.standardError.write(Data("probe: \(error)\n".utf8))
      exit(69)
    }
  }

  private static func run(
    home: String, traps: Traps, healthy: Duration, schema: Int, background: Duration?,
    line: String?, greeting: Duration?, hasSpare: Bool
  ) throws {
    countLaunch(in: home)
    let session = try StateHome(path: home + "/state").openSession(named: "main")
    let keys = try LoginKeyProvider(file: home + "/state.key")
    var registry = RestorationRegistry()
    registry.register(Page.self, as: "page", schema: schema)
    registry.addMigration(of: "page", from: 1) { Page.migrate($0, traps) }
    registry.register(objectRestorationClass: Counter.self, as: "counter")
    var environment = Environment()
    environment[Traps.self] = traps
    let application = Application(
      delegate: ProbeDelegate(traps: traps),
      device: try CursesTerminal(environment: ProcessInfo.processInfo.environment),
      store: StateStore(session: session, keys: keys), registry: registry,
      environment: environment)
    application.restoration.healthyPeriod = healthy
    application.stopProcess = Guardian.stop
    application.stopJob = Guardian.stopJob
    application.sleepProcess = Guardian.suspend
    application.needTime = Guardian.extendTime
    if let background {
      application.lifeCycle.suspension.backgroundPeriod = background
      application.watchdog = Watchdog(
        arm: { Guardian.watch(forSeconds: 5, startingAgain: $0) }, disarm: Guardian.endWatch)
    }
    application.didTerminate = { exit($0.exitStatus) }
    try application.launch()
    if let line {
      if hasSpare { Line.openSpare() }
      let line = try Line(path: line)
      try line.keep(by: application)
      if let greeting { line.greet(every: greeting, by: application) }
    }
    RunLoop.main.run()
  }

  private static func countLaunch(in home: String) {
    let file = open(home + "/launches", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    write(file, "x", 1)
    close(file)
  }
}

/// The moments at which the app dies, and the one at which it waits.
struct Traps {
  var moments: Set<String> = []
  var held: String?
  let holdFile: String

  /// The delegate's counts, which every screen shows.
  let counts = DelegateCounts()

  func spring(at moment: String) {
    if moments.contains(moment) {
      FileHandle.standardError.write(Data("Probe.swift:1: Fatal error: sprung at \(moment)\n".utf8))
      abort()
    }
    guard moment == held else { return }
    close(open(holdFile, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    while access(holdFile, F_OK) == 0 { usleep(2_000) }
  }
}

/// State of the delegate: a number, and an otherwise unreferenced object.
final class DelegateCounts {
  var own = 0
  var counter: Counter?

  /// The text for screens.
  var text: String { own == 0 ? "" : ", delegate \(own) and \(counter?.count ?? 0)" }
}

/// A registered object that counts.
final class Counter: StateRestoring, ObjectRestoration {
  var count = 0

  var objectRestorationClass: (any ObjectRestoration.Type)? { Self.self }

  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? { Counter() }

  func encodeRestorableState(with coder: Coder) { coder.encode(count, forKey: "count") }

  func decodeRestorableState(with coder: Coder) { count = coder.decodeInt(forKey: "count") ?? 0 }
}

/// One stack, whose bottom page always exists.
final class ProbeDelegate: ApplicationDelegate {
  private let traps: Traps

  init(traps: Traps) {
    self.traps = traps
  }

  func applicationWillFinishLaunching(_ application: Application) {
    let base = Page(name: "base", traps: traps)
    base.restorationClass = nil
    let navigation = NavigationController(rootViewController: base)
    navigation.restorationIdentifier = "stack"
    application.window.rootViewController = navigation
    application.window.globalActions = [
      Action("probe.count", "Count", "d", isHinted: false) { [traps] in
        Self.count(in: traps.counts, application)
      },
      Action("probe.notices", "Notices", "N", isHinted: false) {
        NoticesViewController.show(in: application)
      },
      Action("probe.open", "Open", "o", isHinted: false) { try? DesktopProgram.open("/dev/null") },
      Action("probe.task", "Task", "t", isHinted: false) { [traps] in
        _ = application.beginBackgroundTask(withName: "task") { traps.spring(at: "expiry") }
      },
    ]
  }

  /// Counts, and creates the object the first time, unknown to the launch.
  private static func count(in counts: DelegateCounts, _ application: Application) {
    let counter = counts.counter ?? Counter()
    if counts.counter == nil {
      application.registerObject(forStateRestoration: counter, restorationIdentifier: "counter")
    }
    counts.counter = counter
    counts.own += 1
    counter.count += 1
    application.setNeedsPreservation()
    application.setNeedsPreservation(of: counter)
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    coder.encode(traps.counts.own, forKey: "own")
    coder.encode(object: traps.counts.counter, forKey: "counter")
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    traps.spring(at: "asked")
    return true
  }

  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
    traps.spring(at: "delegate")
    traps.counts.own = coder.decodeInt(forKey: "own") ?? 0
    traps.counts.counter = coder.decodeObject(forKey: "counter") as? Counter
  }
}
