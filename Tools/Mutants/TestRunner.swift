import Foundation

/// Runs tests of the copy.
struct TestRunner: Sendable {
  let copy: InstrumentedCopy

  enum Verdict: Equatable {
    case passed
    /// The tests and suites that failed; empty when the process died before it reported any.
    case failed(Set<String>)
    /// The tests took many times as long as without the change.
    case hung
  }

  /// All units of the package.
  func units() throws -> [TestUnit] {
    let list = try Tool.need(["swift", "test", "list", "--skip-build"], in: copy.package)
    return TestUnit.units(in: list)
  }

  /// Runs some units with one active site, or none.
  func run(_ filters: [String], mutant: Int?, seconds: Double) throws -> Verdict {
    let environment = mutant.map { ["MUTANT": "\($0)"] } ?? [:]
    let outcome = try run(filters, environment: environment, seconds: seconds)
    if outcome.isTimedOut { return .hung }
    return outcome.status == 0 ? .passed : .failed(Self.failures(in: outcome.output))
  }

  /// Runs one unit unchanged; returns the sites that it reaches and its duration in seconds.
  ///
  /// `nil` when it fails.
  func trace(_ unit: TestUnit, slot: Int) throws -> (reached: [Int], seconds: Double)? {
    let path = copy.notes + "/trace-\(slot)"
    _ = FileManager.default.createFile(atPath: path, contents: Data(count: 1 << 20))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let start = Date()
    let outcome = try run([unit.filter], environment: ["MUTANT_TRACE": path], seconds: 600)
    guard outcome.status == 0 else { return nil }
    let bytes = try Data(contentsOf: URL(filePath: path))
    return (
      bytes.indices.filter { bytes[$0] != 0 }, Date().timeIntervalSince(start)
    )
  }

  private func run(
    _ filters: [String], environment: [String: String], seconds: Double
  ) throws -> Tool.Outcome {
    try Tool.run(
      copy.testProgram,
      filters.flatMap { ["--filter", $0] } + ["--testing-library", "swift-testing"],
      in: copy.package, environment: environment, seconds: seconds)
  }

  /// The names of the failed tests and suites.
  ///
  /// They are in lines such as `Test rule_2_9() failed after 0.01 seconds with 1 issue.`
  private static func failures(in output: String) -> Set<String> {
    var names: Set<String> = []
    for line in output.split(separator: "\n") where line.contains(" failed after ") {
      let words = line.split(separator: " ")
      guard let kind = words.firstIndex(where: { $0 == "Test" || $0 == "Suite" }),
        kind + 1 < words.count
      else { continue }
      names.insert(String(words[kind + 1].prefix { $0 != "(" }))
    }
    return names
  }
}
