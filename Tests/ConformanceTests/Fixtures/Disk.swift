import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// A state directory of its own, for what has to do with files.
final class Disk {
  let path = NSTemporaryDirectory() + "conformance-\(UUID().uuidString)"
  private(set) var terminal = HeadlessTerminal(size: Size(width: 50, height: 12))

  /// The app of the last launch; it has the lock of the session until the next one.
  private(set) var application: Application?

  /// The state of the last launch.
  private(set) weak var store: StateStore?

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The files as they lie on the disk of another one now: what a kill at this moment leaves.
  init(asIn other: Disk) throws {
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  /// Adds what the guardian of an app writes that crashed: the signal, where it was asked to.
  func noteCrash() throws {
    let file = try FileHandle(
      forUpdating: URL(fileURLWithPath: "\(path)/sessions/main/launching"))
    try file.seek(toOffset: UInt64(CrashLoopGuard.signalOffset))
    try file.write(contentsOf: withUnsafeBytes(of: SIGABRT.littleEndian) { Data($0) })
    try file.close()
  }

  /// What a crash leaves while the only screen of an app is being decoded, and the plan of that app.
  static func killedWhileDecoding() throws -> (Disk, Plan) {
    let disk = try Disk()
    let left = Leavings()
    let plan = Plan { [weak disk] plan, application in
      let screen = Screen("screen", plan)
      screen.read = { [weak disk] _ in left.take(from: disk) }
      application.window.rootViewController = screen
    }
    for _ in 0..<2 { try disk.launch(plan) }
    let crashed = try left.handOver()
    try crashed.noteCrash()
    return (crashed, plan)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Forgets the app, as a kill would, and launches that of a plan on the session.
  func launch(
    _ plan: Plan, session name: String = "main", key: String = "key", hasTerminal: Bool = true,
    inBackground: Bool = false,
    canStop: Bool = true, size: Size = Size(width: 50, height: 12),
    options: LaunchOptions = LaunchOptions()
  ) throws {
    application = nil
    let session = try StateHome(path: path).openSession(named: name)
    let keys = try LoginKeyProvider(file: "\(path)/\(key)")
    terminal = HeadlessTerminal(size: size)
    terminal.isForeground = !inBackground
    let store = StateStore(session: session, keys: keys)
    let application = plan.makeApplication(
      device: hasTerminal ? terminal : DiaryTerminal(plan: plan, isUsable: false), store: store)
    self.store = store
    application.stopProcess = { canStop }
    self.application = application
    try application.launch(options: options)
  }

  /// Ends the app in order.
  func quit() { application?.terminate() }

  /// Has the app enter the background, where it stays.
  func suspend() { terminal.send([.signal(.suspend)]) }

  /// Has the app come back from the background.
  func resume() { terminal.send([.signal(.resume)]) }

  /// The picture of the screen that is kept, if it belongs to the state as it is.
  func snapshot() throws -> Snapshot? {
    let file = StateFile(path: path + "/sessions/main/state.sqlite")
    let stored = try file.snapshot(keys: LoginKeyProvider(file: "\(path)/key"))
    guard let stored, stored.isCurrent else { return nil }
    return Snapshot(bytes: stored.bytes)
  }

  /// Changes the word of the screen in the window, and has it stored.
  func write(_ word: String) {
    (application?.window.rootViewController as? Screen)?.word = word
    terminal.send([.key(KeyPress(.function(12)))])
  }

  /// The word of the screen in the window.
  var word: String? { (application?.window.rootViewController as? Screen)?.word }

  /// Whether anything came back at the last launch.
  var didRestore: Bool { application?.restorationReport.didRestore ?? false }

  /// What the window says.
  var notice: String? { application?.window.notice }

  /// Writes other bytes in place of the archive.
  func replaceState(by data: Data) throws {
    try deleteState()
    try data.write(to: URL(fileURLWithPath: path + "/sessions/main/state.sqlite"))
  }

  /// Deletes the archive and what belongs to it.
  func deleteState() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "/sessions/main")
    where name.hasPrefix("state.sqlite") {
      try FileManager.default.removeItem(atPath: path + "/sessions/main/\(name)")
    }
  }

  /// The paths of every file of a name in the directory and below.
  func paths(of name: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0 == name || $0.hasSuffix("/\(name)") }.map { "\(path)/\($0)" }
  }

  /// What may be done with every file of a name, by whom.
  func modes(of name: String) -> [mode_t] {
    paths(of: name).map { path in
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
  }

  /// The bytes of every file of a name in the directory and below.
  func files(named name: String) -> [Data] {
    paths(of: name).compactMap { FileManager.default.contents(atPath: $0) }
  }
}

/// What the first kill leaves of a disk, for whoever goes on with it.
///
/// A disk holds its app, and that its plan: what a plan writes down must hold neither its own disk nor, once that is used, the
/// one that is left.
final class Leavings {
  private var disk: Disk?
  private var isTaken = false

  /// Keeps what a kill at this moment leaves, unless that was done before.
  func take(from disk: Disk?) {
    guard !isTaken, let disk else { return }
    isTaken = true
    self.disk = try? Disk(asIn: disk)
  }

  /// Hands over what was left.
  func handOver() throws -> Disk {
    defer { disk = nil }
    return try #require(disk)
  }
}
