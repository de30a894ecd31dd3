import Foundation
import Reprise
import RepriseTesting

extension Home {
  /// The built program, which stands beside the test program.
  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "keepsake").path
  }()

  /// Opens the interface in a terminal of its own, and does not wait for anything.
  func launch(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PTYProcess {
    try PTYProcess(
      Self.program, arguments, environment: ["HOME": path].merging(environment) { $1 }, size: size)
  }

  /// Opens a shell in a terminal of its own, which is ready and shows nothing else.
  func shell() throws -> PTYProcess {
    let shell = try PTYProcess.shell(
      environment: ["HOME": path], size: Size(width: 80, height: 24))
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    return shell
  }

  /// Opens the interface and waits until it is there.
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

/// The program ended where it should have gone on.
struct EndedEarly: Error {
  let status: ProcessEnd
}

extension PTYProcess {
  /// The app, whose parent is the guardian that was started.
  var app: pid_t? { descendants.first }

  /// Whether no window started from this shell has any memory left: all have ended, though the shell has not heard of it.
  var hasNoKeepsake: Bool {
    descendants.allSatisfy {
      ProcessTree.name(of: $0) != "keepsake" || ProcessTree.state(of: $0) == "Z"
    }
  }

  /// Presses the keys of a ``KeyScript``, each when the one before has been dealt with.
  @discardableResult
  func press(script: String) throws -> TerminalPicture {
    for key in KeyScript(script).keys {
      press(key)
      try waitUntilIdle()
    }
    return picture
  }
}
