import Foundation
import Reprise
import RepriseTesting

extension Home {
  /// The built program, in the same directory as the test program.
  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "keepsake").path
  }()

  /// Opens the interface in its own terminal, and waits for nothing.
  func launch(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PTYProcess {
    try PTYProcess(
      Self.program, arguments, environment: ["HOME": path].merging(environment) { $1 }, size: size)
  }

  /// Opens a shell in its own terminal, ready and with an empty screen.
  func shell() throws -> PTYProcess {
    let shell = try PTYProcess.shell(
      environment: ["HOME": path], size: Size(width: 80, height: 24))
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    return shell
  }

  /// Opens the interface and waits until it is shown.
  func open(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PTYProcess {
    let process = try launch(arguments, environment: environment, size: size)
    try process.wait { $0.modes.contains(.alternateScreen) }
    try process.waitUntilIdle()
    if let status = process.reap() { throw EndedEarly(status: status) }
    return process
  }
}

/// The program ended unexpectedly.
struct EndedEarly: Error {
  let status: ProcessEnd
}

extension PTYProcess {
  /// The app, a child of the guardian that was started.
  var app: pid_t? { descendants.first }

  /// Whether all windows started from this shell have ended, even if the shell hasn't noticed yet.
  var hasNoKeepsake: Bool {
    descendants.allSatisfy {
      ProcessTree.name(of: $0) != "keepsake" || ProcessTree.state(of: $0) == "Z"
    }
  }

  /// Presses the keys of a ``KeyScript``, each after the previous one was handled.
  @discardableResult
  func press(script: String) throws -> TerminalPicture {
    for key in KeyScript(script).keys {
      press(key)
      try waitUntilIdle()
    }
    return picture
  }
}
