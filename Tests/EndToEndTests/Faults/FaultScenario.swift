import TestSupport
import Foundation
import Reprise
import RepriseTesting

/// A home to start in, the user's keys, and the expected screens.
struct FaultScenario {
  let name: String
  let script: FaultScript

  /// The expected screens before the first key and after each.
  let pictures: [TerminalPicture]

  /// The calls of a whole run without faults.
  let count: CallCount

  /// The home that all runs start from.
  private let template: String

  /// A relaunch with unfinished work: 200 events.
  static let comingBack = Task {
    let home = try Home()
    let before = "2<Enter><Down>1jjnCoffee"
    let app = try home.open()
    try app.press(script: before)
    try app.killEverything()
    return try await FaultScenario(
      "coming back", home, FaultScript(seed: seed, events: 200), before: KeyScript(before).keys)
  }

  /// The first launch, which creates all files.
  static let firstLaunch = Task {
    try await FaultScenario(
      "the first launch", Home(isEmpty: true),
      FaultScript("nTea<Tab><Tab><Tab>2<^S>nPot<^S>jxu?<Esc>nHalf", seed: seed), before: [])
  }

  /// Starts all scenarios.
  @Sendable static func start() { _ = (comingBack, firstLaunch) }

  /// The seed of all random choices.
  static let seed =
    ProcessInfo.processInfo.environment["KEEPSAKE_FAULT_SEED"].flatMap(UInt64.init)
    ?? RunSeed.number

  private init(_ name: String, _ home: Home, _ script: FaultScript, before: [KeyPress]) async throws
  {
    try TracedApp.check()
    self.name = name
    self.script = script
    let isEmpty = !FileManager.default.fileExists(atPath: home.data)
    template = try Self.keep(home, as: name)
    let pictures = try await Twin.pictures(after: before + script.keys, isEmpty: isEmpty)
    self.pictures = Array(pictures.dropFirst(before.count))
    let copy = try Home(copying: template)
    let calls = CallPoint.calls.joined(separator: ",")
    let app = try TracedApp(copy, ["-e", "trace=\(calls)"])
    defer { app.end() }
    var glass = Glass(app, self.pictures)
    for end in [0] + script.looks {
      guard case .asExpected = try glass.look(after: end, of: script.keys) else {
        throw Unlike(
          text: "\(name), seed \(Self.seed): without any fault the glass shows after \(end) keys, "
            + "the last of them \(KeyScript.text(of: script.keys.prefix(end).suffix(16))),\n"
            + app.process.picture.text + "\nand not\n" + self.pictures[end].text)
      }
    }
    // The last changes may not be on disk yet.
    usleep(600_000)
    try app.detach()
    count = CallCount(log: app.trace, home: copy.path)
  }

  /// Keeps a home until the tests end.
  private static func keep(_ home: Home, as name: String) throws -> String {
    let path = "\(try templates.get())/\(name)"
    try FileManager.default.moveItem(atPath: home.path, toPath: path)
    return path
  }

  private static let templates = Result { () throws -> String in
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    LeftDirectories.note(directory)
    return directory
  }

  private static let directory = NSTemporaryDirectory() + "keepsake-faults-\(UUID().uuidString)"

  /// A copy of the initial home.
  func home() throws -> Home { try Home(copying: template) }
}

/// The screen differs from the expectation.
struct Unlike: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
