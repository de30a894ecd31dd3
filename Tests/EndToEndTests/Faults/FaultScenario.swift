import TestSupport
import Foundation
import Reprise
import RepriseTesting

/// A home to start in, what a person does there, and what ought to be seen.
struct FaultScenario {
  let name: String
  let script: FaultScript

  /// What ought to be on the glass before the first key and after each.
  let pictures: [TerminalPicture]

  /// The calls of a whole run in which nothing fails.
  let count: CallCount

  /// Where the home lies that all runs begin in.
  private let template: String

  /// Somebody who was in the middle of something comes back: 200 events.
  static let comingBack = Task {
    let home = try Home()
    let before = "2<Enter><Down>1jjnCoffee"
    let app = try home.open()
    try app.press(script: before)
    try app.killEverything()
    return try await FaultScenario(
      "coming back", home, FaultScript(seed: seed, events: 200), before: KeyScript(before).keys)
  }

  /// Somebody opens the program for the first time: all files are made.
  static let firstLaunch = Task {
    try await FaultScenario(
      "the first launch", Home(isEmpty: true),
      FaultScript("nTea<Tab><Tab><Tab>2<^S>nPot<^S>jxu?<Esc>nHalf", seed: seed), before: [])
  }

  /// Begins with all scenarios.
  @Sendable static func start() { _ = (comingBack, firstLaunch) }

  /// Where everything random comes from.
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
    // The last changes are still on their way to the disk.
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

  /// A home as it is at the start.
  func home() throws -> Home { try Home(copying: template) }
}

/// The glass is not what it should be.
struct Unlike: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
