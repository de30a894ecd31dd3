import Foundation
import Inventory

/// The cost of a letter in the filter, to the frame of its own turn and to the first results, which
/// are searched in the background; and the cost of listing everything.
struct FilterBenchmark {
  let subjects: Subjects

  /// Words as a person types them, letter by letter, including text without spaces between words.
  private static let typed = [
    "s", "b", "k", "t", "m", "a", "c", "1", "7", "home", "kitchen", "lamp", "table", "blue",
    "cable",
    "bar", "xq", "zz", "sony", "cd", "rock", "box 4", "kitchen box", "lamp -table", "ikea 2001",
    "茶", "茶壶", "紫砂", "壶", "日", "音楽", "黑", "白色", "中国", "東京", "ノート", "カメラ",
    "-zz -xx", "-tag:x", "-1", "-lamp",
  ]

  /// Filters with operators; the manual lists those that use an index.
  private static let operators = [
    "tag:a", "tag:b", "category:", "place:a", "place:kitchen", "in:a", "serial:1", "price>300",
    "price<5", "price>300 lamp", "value>1000", "qty>3", "bought:2021", "bought>=2024-06",
    "warranty<90d", "is:lent", "is:insured", "no:photo", "no:price", "has:notes",
    "price>300 no:photo", "lamp -tag:x", "notes:blue", "\"table lamp\"",
  ]

  /// Every prefix of each text, 200 at most.
  static var queries: [String] {
    var queries: [String] = []
    for text in typed + typed.map({ "-zz " + $0 }) {
      for length in 1...text.count { queries.append(String(text.prefix(length))) }
    }
    return Array(queries.prefix(200))
  }

  func run() throws {
    Report.heading("A letter in the filter, \(Self.queries.count) queries")
    try turns()
    try firstRows(Self.queries)
    Report.heading("Filters with operators, \(Self.operators.count)")
    try firstRows(Self.operators)
    try listing()
  }

  /// The time from the key to the frame of its turn, and the interface's time to show later
  /// results.
  ///
  /// Processor time separates the turn from other load on the machine.
  private func turns() throws {
    let terminal = try subjects.start([subjects.keepsake, "--fresh"])
    defer { terminal.killAll() }
    _ = terminal.readUntilQuiet(milliseconds: 300)
    guard let app = Processes.descendants(of: terminal.process).first else {
      throw BenchmarkError("keepsake does not run")
    }
    terminal.send("/")
    _ = terminal.readUntilQuiet(milliseconds: 100)
    var (turns, run, wait, after) = (Samples(), Samples(), Samples(), Samples())
    var slowest: [(query: String, time: Double)] = []
    var before = ""
    for query in Self.queries {
      if !query.hasPrefix(before) || query == before {
        terminal.send("\u{15}")
        _ = terminal.readUntilQuiet(milliseconds: 30)
        terminal.send(String(query.dropLast()))
        _ = terminal.readUntilQuiet(milliseconds: 100, timeout: 500)
      }
      let atKey = Processes.interfaceTime(of: app)
      let start = RawTerminal.now
      terminal.send(String(query.suffix(1)))
      let time = terminal.readUntilQuiet(milliseconds: 0).map { ($0 - start) / 1000 }
      let atFrame = Processes.interfaceTime(of: app)
      _ = terminal.readUntilQuiet(milliseconds: 100, timeout: 500)
      let atEnd = Processes.interfaceTime(of: app)
      turns.add(time)
      run.add(atFrame.run - atKey.run)
      wait.add(atFrame.wait - atKey.wait)
      after.add(atEnd.run - atFrame.run)
      slowest.append((query, time ?? .infinity))
      before = query
    }
    report("the turn", turns, note: "bar: 5 ms")
    report("the turn, processor", run)
    report("the turn, waiting for a processor", wait)
    report("showing later results, processor", after)
    slowest.sort { $0.time > $1.time }
    for (query, time) in slowest.prefix(3) { Report.line("  the turn of \(query)", time, "ms") }
  }

  private func report(_ name: String, _ samples: Samples, note: String = "") {
    Report.line(name + ", median", samples.median, "ms")
    Report.line(name + ", p99", samples.percentile(99), "ms", note: note)
    Report.line(name + ", longest", samples.maximum, "ms", note: note)
  }

  /// The time from the start of searches to their first rows, and to all of them.
  private func firstRows(_ queries: [String]) throws {
    let store = try InventoryStore(directory: subjects.home + "/.local/share/keepsake")
    var (first, processor, all) = (Samples(), Samples(), Samples())
    var slowest: [(query: String, time: Double)] = []
    for query in queries {
      let (start, processorStart) = (RawTerminal.now, Processes.threadTime)
      var isFirst = true
      try ItemSearch(store: store, query: ItemQuery(filter: query)).run { _ in
        guard isFirst else { return }
        isFirst = false
        first.add((RawTerminal.now - start) / 1000)
        let time = Processes.threadTime - processorStart
        processor.add(time)
        slowest.append((query, time))
      }
      all.add((RawTerminal.now - start) / 1000)
    }
    slowest.sort { $0.time > $1.time }
    Report.line("first rows, median", first.median, "ms", note: "bar: 50 ms")
    Report.line("first rows, p99", first.percentile(99), "ms", note: "bar: 120 ms")
    Report.line("first rows, processor, median", processor.median, "ms")
    Report.line("first rows, processor, p99", processor.percentile(99), "ms")
    for (query, time) in slowest.prefix(3) { Report.line("  of these \(query)", time, "ms") }
    Report.line("all rows and their count, median", all.median, "ms")
    Report.line("all rows and their count, p99", all.percentile(99), "ms")
  }

  /// The processor time of the list command.
  private func listing() throws {
    Report.heading("Processor time of a list")
    let environment = subjects.environment
    let lines = try Processes.run([subjects.keepsake, "list"], environment: environment)
    let json = try Processes.run([subjects.keepsake, "list", "--json"], environment: environment)
    Report.line("keepsake list", lines.processor, "s")
    Report.line("keepsake list --json", json.processor, "s")
    Report.ratio("--json / list", json.processor / lines.processor, bar: "bar: 2 ×")
  }
}
