import Foundation
import Inventory

/// How long a letter in the filter takes: to the frame of its own turn, and to the first rows, which
/// are looked for beside the interface; and what it takes to list everything.
struct FilterBenchmark {
  let subjects: Subjects

  /// Words as a person types them: letter by letter, and what has no spaces between its words.
  private static let typed = [
    "s", "b", "k", "t", "m", "a", "c", "1", "7", "home", "kitchen", "lamp", "table", "blue",
    "cable",
    "bar", "xq", "zz", "sony", "cd", "rock", "box 4", "kitchen box", "lamp -table", "ikea 2001",
    "茶", "茶壶", "紫砂", "壶", "日", "音楽", "黑", "白色", "中国", "東京", "ノート", "カメラ",
  ]

  /// Every query on the way to each text, a letter more at a time, 200 at most.
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
    try firstRows()
    try listing()
  }

  /// From the key to the frame of its turn.
  private func turns() throws {
    let terminal = try subjects.start([subjects.keepsake, "--fresh"])
    _ = terminal.readUntilQuiet(milliseconds: 300)
    terminal.send("/")
    _ = terminal.readUntilQuiet(milliseconds: 100)
    var times = Samples()
    var before = ""
    for query in Self.queries {
      if !query.hasPrefix(before) || query == before {
        terminal.send("\u{15}")
        _ = terminal.readUntilQuiet(milliseconds: 30)
        terminal.send(String(query.dropLast()))
        _ = terminal.readUntilQuiet(milliseconds: 100, timeout: 500)
      }
      let start = RawTerminal.now
      terminal.send(String(query.suffix(1)))
      times.add(terminal.readUntilQuiet(milliseconds: 0).map { ($0 - start) / 1000 })
      _ = terminal.readUntilQuiet(milliseconds: 100, timeout: 500)
      before = query
    }
    terminal.killAll()
    Report.line("the turn, median", times.median, "ms")
    Report.line("the turn, p99", times.percentile(99), "ms", note: "bar: 5 ms")
  }

  /// From the beginning of a search to the first rows, and to all of them.
  private func firstRows() throws {
    let store = try InventoryStore(directory: subjects.home + "/.local/share/keepsake")
    var (first, processor, all) = (Samples(), Samples(), Samples())
    var slowest: [(query: String, time: Double)] = []
    for query in Self.queries {
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
    Report.line("all rows and their number, median", all.median, "ms")
    Report.line("all rows and their number, p99", all.percentile(99), "ms")
  }

  /// Processor time of the command line.
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
