import Foundation
import LoginSupport
import RepriseSecurity
import RepriseTesting

/// A home in which the app of `LockingProbe` is locked with a passphrase, and the diary of its processes.
final class LockingHome {
  private static let passphrase = "correct horse"
  static let program = PTYProcess.path(ofProduct: "LockingProbe")

  let path = NSTemporaryDirectory() + "locking-\(UUID().uuidString)"

  init() throws {
    let data = path + "/.local/share/locking"
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = try KeyBag.make(
      at: data + "/keys.bag", machineKey: data + "/machine.key",
      passphrase: Passphrase(Self.passphrase))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  // MARK: - The app

  /// The app's environment; with a login, the bus of that login.
  func environment(_ login: TestLogin? = nil) -> [String: String] {
    ["HOME": path, "DBUS_SYSTEM_BUS_ADDRESS": login?.address ?? "unix:path=\(path)/no-bus"]
  }

  /// Starts the app and waits for its question.
  func launch(_ login: TestLogin? = nil) throws -> PTYProcess {
    let app = try PTYProcess(Self.program, environment: environment(login))
    try waitForQuestion(app)
    return app
  }

  /// Waits until the app asks for the passphrase and nothing else happens.
  func waitForQuestion(_ app: PTYProcess) throws {
    try app.wait(for: "The probe is locked")
    try app.waitUntilIdle()
  }

  /// Answers the question and waits for a page.
  func unlock(_ app: PTYProcess, to page: String) throws {
    app.type(Self.passphrase + "\r")
    try app.wait(for: page)
    try app.waitUntilIdle()
  }

  /// Opens a form over the list and types two letters into it; the next call clears the diary.
  func fillForm(_ app: PTYProcess) throws {
    app.type("n")
    try app.wait(for: "page form, letters 0")
    app.type("ab")
    try app.wait(for: "page form, letters 2")
    try app.waitUntilIdle()
    forgetDiary()
  }

  /// Starts the app, answers its question and fills the form.
  func openForm(_ login: TestLogin? = nil) throws -> PTYProcess {
    let app = try launch(login)
    try unlock(app, to: "page list, letters 0")
    try fillForm(app)
    return app
  }

  // MARK: - The diary

  private var diary: String { path + "/diary" }

  /// The output of each process, in order.
  var calls: [[String]] {
    let lines = (try? String(contentsOfFile: diary, encoding: .utf8))?.split(separator: "\n") ?? []
    var processes: [Substring] = []
    var calls: [[String]] = []
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if let index = processes.firstIndex(of: parts[0]) {
        calls[index].append(String(parts[1]))
      } else {
        processes.append(parts[0])
        calls.append([String(parts[1])])
      }
    }
    return calls
  }

  /// Clears the diary.
  func forgetDiary() { try? FileManager.default.removeItem(atPath: diary) }
}
