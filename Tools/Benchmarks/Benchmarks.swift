import Foundation

/// The benchmarks of the program, one function each.
struct Benchmarks {
  let subjects: Subjects

  /// Imports the inventory, and writes it as text for the other programs.
  func importing(_ csv: String) throws {
    Report.heading("Import")
    let words = [subjects.keepsake, "import", csv]
    let result = try Processes.run(words, environment: subjects.environment)
    Report.line("keepsake import", result.seconds, "s", note: "bar: 15 s")
    Report.line("peak memory", Double(result.peak) / 1024, "MiB")
    let part = try InventoryFile.half(of: csv, in: subjects.home)
    let half = try Processes.run(
      [subjects.keepsake, "import", part], environment: subjects.environment(forHome: "half"))
    Report.line(
      "peak memory, half the rows", Double(half.peak) / 1024, "MiB", note: "bar: the same")
    let list = [subjects.keepsake, "list"]
    let listing = try Processes.run(
      list, environment: subjects.environment, output: subjects.text)
    Report.line("keepsake list", listing.seconds, "s")
  }

  /// The time from a key to the last byte of its frame, one key at a time, in turns.
  ///
  /// - Returns: The program's median in microseconds.
  @discardableResult
  func keys(count: Int = 1000) throws -> Double {
    Report.heading("Down key → last byte of the new frame (\(subjects.size))")
    var lists = [
      KeyedList(
        name: "keepsake", terminal: try subjects.start([subjects.keepsake, "--fresh"])),
      KeyedList(
        name: "plain list", terminal: try subjects.start([subjects.plainList, subjects.text])),
    ]
    if let reference = subjects.reference {
      lists.append(
        KeyedList(
          name: "reference",
          terminal: try subjects.start([reference, "--fresh"], home: Subjects.referenceHome)))
    }
    for list in lists { list.settle() }
    let turn = 50
    for _ in 0..<count / turn {
      for index in lists.indices { lists[index].press(turn) }
    }
    let (ours, plain) = (lists[0], lists[1])
    Report.line("keepsake, median", ours.times.median / 1000, "ms", note: "bar: 1 ms")
    Report.line("keepsake, p99", ours.times.percentile(99) / 1000, "ms", note: "bar: 5 ms")
    for list in lists.dropFirst() {
      Report.line("\(list.name), median", list.times.median / 1000, "ms")
      Report.line("\(list.name), p99", list.times.percentile(99) / 1000, "ms")
      let bar = list.name == plain.name ? "bar: 1.8 ×" : ""
      Report.ratio("keepsake / \(list.name)", ours.times.median / list.times.median, bar: bar)
    }
    Report.line("keepsake, bytes a key", ours.bytesPerKey, "B")
    Report.line("plain list, bytes a key", plain.bytesPerKey, "B")
    Report.ratio(
      "bytes, keepsake / plain list", ours.bytesPerKey / plain.bytesPerKey, bar: "bar: 1.3 ×")
    for list in lists { list.terminal.killAll() }
    return ours.times.median
  }

  /// 1,000 keys in one burst, and whether each of them counted.
  func burst(rounds: Int = 5) throws {
    Report.heading("1,000 Down keys at once → last byte")
    let keys = String(repeating: "\u{1B}OB", count: 1000)
    var ours = Samples()
    var theirs = Samples()
    var lost = 0
    for _ in 0..<rounds {
      for isOurs in [true, false] {
        let words =
          isOurs ? [subjects.keepsake, "--fresh"] : [subjects.plainList, subjects.text]
        let terminal = try subjects.start(words)
        _ = terminal.readUntilQuiet(milliseconds: 200)
        let start = RawTerminal.now
        terminal.send(keys)
        let time = terminal.readUntilQuiet(milliseconds: 60).map { ($0 - start) / 1000 }
        if isOurs { ours.add(time) } else { theirs.add(time) }
        terminal.killAll()
        if isOurs { lost = max(lost, 1000 - (try subjects.selectedRow())) }
      }
    }
    Report.line("keepsake", ours.median, "ms")
    Report.line("keys lost in any round", Double(lost), "", note: "bar: none")
    Report.line("plain list", theirs.median, "ms")
    Report.ratio("keepsake / plain list", ours.median / theirs.median, bar: "bar: 1 ×")
  }

  /// The memory with the inventory open, and the activity while idle.
  func resting(seconds: UInt32 = 10) throws {
    Report.heading("Open and idle")
    let terminal = try subjects.start([subjects.keepsake])
    _ = terminal.readUntilQuiet(milliseconds: 300)
    terminal.send("\u{1B}OB\u{1B}OB")
    _ = terminal.readUntilQuiet(milliseconds: 6000)
    let processes = [terminal.process] + Processes.descendants(of: terminal.process)
    guard let app = processes.last else { return }
    let resident = Processes.number("VmRSS", in: "/proc/\(app)/status")
    Report.line("resident memory of the app", Double(resident) / 1024, "MiB", note: "bar: 60 MiB")
    func writes() -> Int {
      processes.reduce(0) { $0 + Processes.number("syscw", in: "/proc/\($1)/io") }
    }
    let wakeUpsBefore = processes.map(Processes.wakeUps(of:))
    let writesBefore = writes()
    sleep(seconds)
    let wakeUps = zip(processes, wakeUpsBefore).reduce(0) { total, entry in
      total + Processes.wakeUps(of: entry.0, since: entry.1)
    }
    Report.line("wake-ups in \(seconds) s", Double(wakeUps), "", note: "bar: none")
    Report.line("writes in \(seconds) s", Double(writes() - writesBefore), "", note: "bar: none")
    try report(SystemCalls(of: processes, seconds: seconds, subjects: subjects), in: seconds)
    terminal.killAll()
  }

  private func report(_ calls: SystemCalls?, in seconds: UInt32) {
    guard let calls else { return Report.note("strace is not installed or not permitted") }
    Report.line(
      "system calls in \(seconds) s, by strace", Double(calls.total), "", note: "bar: none")
    for (name, count) in calls.counts.sorted(by: { $0.key < $1.key }) {
      Report.line("  of these \(name)", Double(count), "")
    }
  }
}
