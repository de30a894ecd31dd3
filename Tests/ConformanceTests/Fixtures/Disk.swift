import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// A private state directory for tests that work with files.
final class Disk {
  let path = NSTemporaryDirectory() + "conformance-\(UUID().uuidString)"
  private(set) var terminal = HeadlessTerminal(size: Size(width: 50, height: 12))

  /// The app of the last launch, which holds the session's lock until the next one.
  private(set) var application: Application?

  /// The state of the last launch.
  private(set) weak var store: StateStore?

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Copies another disk's files as a kill at this moment would leave them.
  init(asIn other: Disk) throws {
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  /// Records a crash signal in the file that the guardian was asked to write to.
  func noteCrash() throws {
    let file = try FileHandle(
      forUpdating: URL(fileURLWithPath: "\(path)/sessions/main/launching"))
    try file.seek(toOffset: UInt64(CrashLoopGuard.signalOffset))
    try file.write(contentsOf: withUnsafeBytes(of: SIGABRT.littleEndian) { Data($0) })
    try file.close()
  }

  /// A disk after a crash while decoding the app's only screen, and the plan of that app.
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

  /// Discards the app as a kill would, and launches a plan's app in the session.
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

  /// Terminates the app in order.
  func quit() { application?.terminate() }

  /// Sends the app to the background and leaves it there.
  func suspend() { terminal.send([.signal(.suspend)]) }

  /// Brings the app back from the background.
  func resume() { terminal.send([.signal(.resume)]) }

  /// The stored picture of the screen, if it belongs to the current state.
  func snapshot() throws -> Snapshot? {
    let file = StateFile(path: path + "/sessions/main/state.sqlite")
    let stored = try file.snapshot(keys: LoginKeyProvider(file: "\(path)/key"))
    guard let stored, stored.isCurrent else { return nil }
    return Snapshot(bytes: stored.bytes)
  }

  /// Changes the word of the window's screen and stores it.
  func write(_ word: String) {
    (application?.window.rootViewController as? Screen)?.word = word
    terminal.send([.key(KeyPress(.function(12)))])
  }

  /// The word of the window's screen.
  var word: String? { (application?.window.rootViewController as? Screen)?.word }

  /// Whether the last launch restored anything.
  var didRestore: Bool { application?.restorationReport.didRestore ?? false }

  /// The window's notice.
  var notice: String? { application?.window.notice }

  /// Replaces the archive's bytes.
  func replaceState(by data: Data) throws {
    try deleteState()
    try data.write(to: URL(fileURLWithPath: path + "/sessions/main/state.sqlite"))
  }

  /// Deletes the archive and its companion files.
  func deleteState() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "/sessions/main")
    where name.hasPrefix("state.sqlite") {
      try FileManager.default.removeItem(atPath: path + "/sessions/main/\(name)")
    }
  }

  /// The paths of all files with a name, in the directory and below.
  func paths(of name: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0 == name || $0.hasSuffix("/\(name)") }.map { "\(path)/\($0)" }
  }

  /// The permissions of all files with a name.
  func modes(of name: String) -> [mode_t] {
    paths(of: name).map { path in
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
  }

  /// The contents of all files with a name, in the directory and below.
  func files(named name: String) -> [Data] {
    paths(of: name).compactMap { FileManager.default.contents(atPath: $0) }
  }
}

/// A copy of the disk at the first kill, for the next launch.
///
/// A disk holds its app, which holds its plan. A closure of the plan must therefore not hold its own disk nor, once
/// it is used, the copy.
final class Leavings {
  private var disk: Disk?
  private var isTaken = false

  /// Copies the disk as a kill at this moment would leave it, unless a copy exists.
  func take(from disk: Disk?) {
    guard !isTaken, let disk else { return }
    isTaken = true
    self.disk = try? Disk(asIn: disk)
  }

  /// Returns the copy.
  func handOver() throws -> Disk {
    defer { disk = nil }
    return try #require(disk)
  }
}
