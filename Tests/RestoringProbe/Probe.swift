import Foundation
import Reprise

/// A small app that comes back, and dies of it where it is told to.
///
/// `RestoringProbe HOME [--trap MOMENT]... [--hold MOMENT] [--healthy SECONDS] [--once] [--newer]`.
/// The key `n` pushes a screen, any other letter is counted and shown. Each launch leaves a byte in
/// `HOME/launches`. At the moment to hold it makes `HOME/holding` and waits until that is gone. The
/// newer version of the app brings its screens to another schema.
@main
enum Probe {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    guard let home = arguments.popFirst() else { exit(64) }
    var traps = Traps(holdFile: home + "/holding")
    var healthy = Duration.seconds(5)
    var schema = 1
    while let argument = arguments.popFirst() {
      switch argument {
      case "--trap": traps.moments.insert(arguments.popFirst() ?? "")
      case "--hold": traps.held = arguments.popFirst()
      case "--healthy": healthy = .seconds(Double(arguments.popFirst() ?? "") ?? 5)
      case "--newer": schema = 2
      case "--once": break  // For the guardian.
      default: exit(64)
      }
    }
    do {
      try run(home: home, traps: traps, healthy: healthy, schema: schema)
    } catch {
      FileHandle.standardError.write(Data("probe: \(error)\n".utf8))
      exit(69)
    }
  }

  private static func run(
    home: String, traps: Traps, healthy: Duration, schema: Int
  ) throws {
    countLaunch(in: home)
    let session = try StateHome(path: home + "/state").openSession(named: "main")
    let keys = try LoginKeyProvider(file: home + "/state.key")
    var registry = RestorationRegistry()
    registry.register(Page.self, as: "page", schema: schema)
    registry.addMigration(of: "page", from: 1) { Page.migrate($0, traps) }
    var environment = Environment()
    environment[Traps.self] = traps
    let application = Application(
      delegate: ProbeDelegate(traps: traps),
      device: try CursesTerminal(environment: ProcessInfo.processInfo.environment),
      store: StateStore(session: session, keys: keys), registry: registry,
      environment: environment)
    application.healthyPeriod = healthy
    application.didTerminate = { exit($0.exitStatus) }
    try application.launch()
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

  func spring(at moment: String) {
    if moments.contains(moment) { abort() }
    guard moment == held else { return }
    close(open(holdFile, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    while access(holdFile, F_OK) == 0 { usleep(2_000) }
  }
}

/// One stack, with a page at the bottom that is always there.
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
  }
}
