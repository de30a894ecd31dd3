import Foundation
import RepriseTesting
import Terminal

/// The app of `RestoringProbe` in a temporary home.
final class RestoringApp {
  let home: String

  init() throws {
    home = NSTemporaryDirectory() + "restoring-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  /// A home whose state contains the deep page with two typed letters.
  static func withDeepPage() throws -> RestoringApp {
    let app = try RestoringApp()
    let process = try app.start()
    try process.wait(for: "page base, letters 0")
    process.type("b")
    try process.wait(for: "page base, letters 1")
    process.type("n")
    try process.wait(for: "page deep, letters 0")
    process.type("x")
    try process.wait(for: "page deep, letters 1")
    process.type("y")
    try process.wait(for: "page deep, letters 2")
    process.signal(SIGTERM)
    try process.waitForExit()
    try FileManager.default.removeItem(atPath: app.home + "/launches")
    return app
  }

  /// The built program.
  static var program: String {
    URL(filePath: ProbeApp.path).deletingLastPathComponent().appending(path: "RestoringProbe").path
  }

  /// Starts the app; the traps are those of `RestoringProbe`.
  func start(traps: [String] = [], _ arguments: [String] = []) throws -> PTYProcess {
    return try PTYProcess(
      Self.program, [home] + traps.flatMap { ["--trap", $0] } + arguments,
      environment: ["HOME": home])
  }

  /// The number of launches since the state was made.
  var launches: Int {
    FileManager.default.contents(atPath: home + "/launches")?.count ?? 0
  }

  /// The directories of quarantined states.
  var aside: [String] {
    let directory = home + "/state/quarantine"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().map { "\(directory)/\($0)" }
  }
}
