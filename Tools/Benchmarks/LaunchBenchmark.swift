import Foundation

/// The time from exec to the last byte of the first screen, which restores a place deep in the
/// list.
///
/// The programs take turns in a random order, so that other load, and what the one before leaves in the
/// processor's caches, affects all of them equally. Processor time includes the guardian's; on a shared
/// machine it is the more reliable figure.
struct LaunchBenchmark {
  let subjects: Subjects

  private struct Program {
    let name: String
    let words: [String]
    var home: String?
    var wall = Samples()
    var processor = Samples()
  }

  /// Prints medians and ratios at each size, and the size of the programs.
  func run(on inventory: String) throws {
    try importIntoHomes(inventory)
    // A wide window leaves an item next to the list, which a narrow one would restore on top of it.
    for size in [ScreenSize.narrow, .wide] {
      try LaunchBenchmark(subjects: subjects.at(size)).compareLaunches()
    }
    try reportSizes()
  }

  /// - Parameter rounds: Enough to tell 3 % apart: one launch in ten takes a quarter longer.
  private func compareLaunches(rounds: Int = 150) throws {
    var programs = try restoredPrograms()
    programs.append(Program(name: "floor", words: [subjects.floor]))
    programs.append(Program(name: "plain list", words: [subjects.plainList, subjects.text]))
    for (name, options) in [("less", []), ("vim", ["-u", "NONE"])] {
      guard let path = subjects.installed(name) else { continue }
      programs.append(Program(name: name, words: [path] + options + [subjects.text]))
    }
    for _ in 0..<rounds {
      for index in programs.indices.shuffled() { try measure(&programs[index]) }
    }
    Report.heading("exec → full screen (\(subjects.size))")
    for program in programs {
      Report.line("\(program.name), wall", program.wall.median, "ms")
      Report.line("\(program.name), processor", program.processor.median, "ms")
    }
    compare(programs[0], with: programs, "reference", bar: "bar: 0.66 ×")
    compare(programs[0], with: programs, Self.small, bar: "bar: 1.11 ×")
    compare(programs[0], with: programs, "less", bar: "bar: 6.5 × processor, goal: 6 ×")
    compare(programs[0], with: programs, "floor", bar: "")
  }

  private static let small = "keepsake, 1,000 items"
  private static let smallHome = "small"

  /// Gives the small inventory and the reference homes of their own.
  private func importIntoHomes(_ inventory: String) throws {
    let part = try InventoryFile.first(1000, of: inventory, in: subjects.home)
    try subjects.importing(part, by: subjects.keepsake, into: Self.smallHome)
    guard let reference = subjects.reference else { return }
    try subjects.importing(inventory, by: reference, into: Subjects.referenceHome)
  }

  /// This program, the same with a small inventory, and the reference.
  private func restoredPrograms() throws -> [Program] {
    var programs = [
      Program(name: "keepsake, restored", words: [subjects.keepsake]),
      Program(name: Self.small, words: [subjects.keepsake], home: Self.smallHome),
    ]
    if let reference = subjects.reference {
      programs.append(
        Program(name: "reference", words: [reference], home: Subjects.referenceHome))
    }
    for program in programs { try goDeep(program) }
    return programs
  }

  /// Moves a program to some pages before the end of its list and kills it.
  private func goDeep(_ program: Program) throws {
    let terminal = try subjects.start(program.words, home: program.home)
    _ = terminal.readUntilQuiet(milliseconds: 200)
    terminal.send("G" + String(repeating: "\u{1B}[5~", count: 5))
    _ = terminal.readUntilQuiet(milliseconds: 200)
    terminal.killAll()
  }

  private func measure(_ program: inout Program) throws {
    let start = RawTerminal.now
    let terminal = try subjects.start(program.words, home: program.home)
    program.wall.add(terminal.readUntilQuiet(milliseconds: 60).map { ($0 - start) / 1000 })
    let processes = [terminal.process] + Processes.descendants(of: terminal.process)
    program.processor.add(processes.reduce(0) { $0 + Processes.processorTime(of: $1) })
    terminal.killAll()
  }

  private func compare(_ ours: Program, with all: [Program], _ name: String, bar: String) {
    guard let other = all.first(where: { $0.name == name }) else { return }
    Report.ratio("wall, keepsake / \(name)", ours.wall.median / other.wall.median, bar: "")
    Report.ratio(
      "processor, keepsake / \(name)", ours.processor.median / other.processor.median, bar: bar)
  }

  /// The size of the program without symbols, as shipped.
  private func reportSizes() throws {
    Report.heading("Size")
    guard let strip = subjects.installed("strip") else {
      return Report.note("strip is not installed")
    }
    for (name, path) in [("keepsake", subjects.keepsake), ("reference", subjects.reference ?? "")]
    where !path.isEmpty {
      let stripped = subjects.home + "/stripped"
      _ = try Processes.run([strip, "-o", stripped, path], environment: subjects.environment)
      let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
      let bytes = (attributes[.size] as? NSNumber)?.doubleValue ?? .nan
      Report.line("\(name), stripped", bytes / 1e6, "MB", note: "bar: 40 MB")
    }
  }
}
