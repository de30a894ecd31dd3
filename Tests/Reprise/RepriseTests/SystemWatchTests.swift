import Foundation
import Reprise
import Testing

/// Detecting that the clock was set.
@Suite struct SystemWatchTests {
  private func secondsSinceTheStart() throws -> Double {
    let text = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
    return try #require(text.split(separator: " ").first.flatMap { Double($0) })
  }

  /// It moves only when the clock does, not with time.
  @Test func theOffsetOfTheClockIsWhenTheMachineStarted() throws {
    let started = Date().timeIntervalSince1970 - (try secondsSinceTheStart())
    #expect(abs(SystemWatch.clockOffset - started) < 5)
  }
}
