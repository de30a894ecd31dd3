import Foundation
import PostgresSupport

/// The cost of a household, compared with a home without one.
///
/// Measures the first join, the time until another home shows a change, launch, keys and idling. The server is a
/// separate PostgreSQL on a local socket.
struct HouseholdBenchmark {
  let subjects: Subjects

  private static let first = "anna"
  private static let second = "ben"
  private static let alone = "alone"

  /// Imports the inventory into a home, which founds a household that another one joins.
  func run(on inventory: String) throws {
    let server = try PostgresServer()
    let database = server.address(try server.makeDatabase())
    for home in [Self.first, Self.alone] {
      try subjects.importing(inventory, by: subjects.keepsake, into: home)
    }
    try join(database)
    // Before any change: the log of one would be read at each launch.
    try launching()
    try pressing()
    try resting()
    try showing()
  }

  private func join(_ database: String) throws {
    Report.heading("A first join")
    let code = subjects.home + "/code"
    let made = try Processes.run(
      [subjects.keepsake, "household", "create", database, "--name", "Anna"],
      environment: subjects.environment(forHome: Self.first), output: code)
    Report.line("create: upload everything", made.seconds, "s")
    Report.line("peak memory", Double(made.peak) / 1024, "MiB")
    let text = try String(contentsOfFile: code, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: "\(subjects.home)/\(Self.second)", withIntermediateDirectories: true)
    let joined = try Processes.run(
      [
        subjects.keepsake, "household", "join", text.trimmingCharacters(in: .newlines), "--name",
        "Ben",
      ], environment: subjects.environment(forHome: Self.second))
    Report.line("join: download everything", joined.seconds, "s", note: "bar: 60 s for 120,000")
    Report.line("of that, processor time", joined.processor, "s")
    Report.line("peak memory", Double(joined.peak) / 1024, "MiB")
  }

  /// The time from a key in one window to the frame of another home that shows the change.
  ///
  /// The frame ends when there is no output for 40 ms: the item next to the list is drawn after a pause of 80.
  private func showing(rounds: Int = 50) throws {
    let windows = try [Self.first, Self.second].map {
      try subjects.start([subjects.keepsake, "--fresh"], home: $0)
    }
    for window in windows { _ = window.readUntilQuiet(milliseconds: 1500) }
    var times = Samples()
    for round in 0..<rounds {
      let (here, there) = (windows[round % 2], windows[1 - round % 2])
      for key in ["x", "u"] {
        let start = RawTerminal.now
        here.send(key)
        times.add(there.readUntilQuiet(milliseconds: 40, timeout: 2000).map { ($0 - start) / 1000 })
        for window in windows { _ = window.readUntilQuiet(milliseconds: 150, timeout: 300) }
      }
    }
    for window in windows { window.killAll() }
    Report.heading("A change in one window → on the screen of another home")
    Report.line("median", times.median, "ms", note: "bar: 100 ms")
    Report.line("p99", times.percentile(99), "ms")
  }

  private func launching(rounds: Int = 200) throws {
    var wall = [Self.first: Samples(), Self.alone: Samples()]
    var processor = wall
    for _ in 0..<rounds {
      for home in wall.keys.shuffled() {
        let start = RawTerminal.now
        let terminal = try subjects.start([subjects.keepsake], home: home)
        wall[home]?.add(terminal.readUntilQuiet(milliseconds: 20).map { ($0 - start) / 1000 })
        let processes = [terminal.process] + Processes.descendants(of: terminal.process)
        processor[home]?.add(processes.reduce(0) { $0 + Processes.processorTime(of: $1) })
        terminal.killAll()
      }
    }
    func ratio(_ samples: [String: Samples]) -> Double {
      (samples[Self.first]?.median ?? .nan) / (samples[Self.alone]?.median ?? .nan)
    }
    Report.heading("exec → full screen (\(subjects.size))")
    Report.line("without a household, wall", wall[Self.alone]?.median ?? .nan, "ms")
    Report.ratio("with one / without, wall", ratio(wall), bar: "bar: 1.03 ×")
    Report.ratio(
      "with one / without, processor", ratio(processor),
      bar: "the connection starts at the same time")
  }

  private func pressing(count: Int = 1000) throws {
    var lists = try [Self.first, Self.alone].map {
      KeyedList(
        name: $0, terminal: try subjects.start([subjects.keepsake, "--fresh"], home: $0))
    }
    for list in lists {
      list.settle()
      _ = list.terminal.readUntilQuiet(milliseconds: 1500, timeout: 1500)
    }
    let turn = 50
    for _ in 0..<count / turn {
      for index in lists.indices { lists[index].press(turn) }
    }
    for list in lists { list.terminal.killAll() }
    Report.heading("Down key → last byte of the new frame (\(subjects.size))")
    Report.line("without a household, median", lists[1].times.median / 1000, "ms")
    Report.ratio(
      "with one / without", lists[0].times.median / lists[1].times.median, bar: "bar: 1.03 ×")
  }

  private func resting(seconds: UInt32 = 10) throws {
    let terminal = try subjects.start([subjects.keepsake], home: Self.first)
    _ = terminal.readUntilQuiet(milliseconds: 6000)
    let processes = [terminal.process] + Processes.descendants(of: terminal.process)
    let before = processes.map(Processes.wakeUps(of:))
    sleep(seconds)
    let wakeUps = zip(processes, before).reduce(0) {
      $0 + Processes.wakeUps(of: $1.0, since: $1.1)
    }
    terminal.killAll()
    Report.heading("Open and idle, connected to the server")
    Report.line(
      "wake-ups of \(processes.count) processes in \(seconds) s", Double(wakeUps), "",
      note: "bar: none")
  }
}
