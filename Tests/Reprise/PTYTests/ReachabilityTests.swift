import Foundation
import TestSupport
import Testing

/// The way to a host in a real network namespace (contract 8.8.9).
@Suite(.waitsForProcesses) struct ReachabilityTests {
  /// The probe's output, line by line.
  private func probe() throws -> [Substring] {
    try CommandResult(of: RestoringApp.program, ["--network"], environment: [:])
      .text.split(separator: "\n")
  }

  @Test func rule_8_8_9_theWayToAHostIsToldAsItComesAndGoes() throws {
    let said = try probe()
    guard said != ["forbidden"] else {
      return withKnownIssue("this system allows no network of one's own") {
        #expect(said != ["forbidden"])
      }
    }
    #expect(said == ["false false", "true", "false"])
  }
}
