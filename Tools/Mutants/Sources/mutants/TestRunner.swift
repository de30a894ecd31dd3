import Foundation

/// Runs tests of the copy.
struct TestRunner {
  let copy: InstrumentedCopy

  enum Verdict: Equatable {
    case passed
    case failed
    /// They took many times as long as without a change.
    case hung
  }

  /// All tests there are.
  func units() throws -> [TestUnit] {
    let list = try Tool.need(["swift", "test", "list", "--skip-build"], in: copy.package)
    return TestUnit.units(in: list)
  }

  /// Runs some units with one site switched on, or none.
  func run(_ units: [TestUnit], mutant: Int, seconds: Double) throws -> Verdict {
    let outcome = try run(units, environment: ["MUTANT": "\(mutant)"], seconds: seconds)
    if outcome.isTimedOut { return .hung }
    return outcome.status == 0 ? .passed : .failed
  }

  /// Runs one unit unchanged; gives the sites that it reaches, and how many seconds it took.
  ///
  /// `nil` when it fails as it is.
  func trace(_ unit: TestUnit, slot: Int) throws -> (reached: [Int], seconds: Double)? {
    let path = unit.isEndToEnd ? copy.notes + "/trace" : copy.notes + "/trace-\(slot)"
    _ = FileManager.default.createFile(atPath: path, contents: Data(count: 1 << 20))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let start = Date()
    let environment = unit.isEndToEnd ? [:] : ["MUTANT_TRACE": path]
    let outcome = try run([unit], environment: environment, seconds: 600)
    guard outcome.status == 0 else { return nil }
    let bytes = try Data(contentsOf: URL(filePath: path))
    return (
      bytes.indices.filter { bytes[$0] != 0 }, Date().timeIntervalSince(start)
    )
  }

  private func run(
    _ units: [TestUnit], environment: [String: String], seconds: Double
  ) throws -> Tool.Outcome {
    let filters = units.flatMap { ["--filter", $0.filter] }
    return try Tool.run(
      copy.testProgram, filters + ["--testing-library", "swift-testing"], in: copy.package,
      environment: environment, seconds: seconds)
  }
}
