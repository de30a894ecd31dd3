import Foundation
import Synchronization
import Testing

@testable import Terminal

@MainActor struct MemoryMonitorTests {
  private nonisolated static let pressure = "/proc/pressure/cpu"

  /// Asks for a report when any task has waited for a millisecond in two seconds.
  private nonisolated static let trigger = Data("some 1000 2000000\0".utf8)

  /// Whether the kernel accepts triggers from this program; containers often forbid them.
  private nonisolated static var acceptsTriggers: Bool {
    let file = open(pressure, O_RDWR | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return trigger.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == trigger.count
  }

  /// All pressure files of the kernel report in the same way, and this one is easily triggered.
  @Test(
    .enabled(if: acceptsTriggers, "the kernel accepts no triggers on \(pressure) here"),
    .timeLimit(.minutes(60)))
  func kernelReportsArrive() async throws {
    var isTold = false
    let monitor = MemoryMonitor(environment: [
      "MEMORY_PRESSURE_WATCH": Self.pressure,
      "MEMORY_PRESSURE_WRITE": Self.trigger.base64EncodedString(),
    ]) { isTold = true }
    try #require(monitor != nil)
    let load = Load()
    defer { load.end() }
    while !isTold { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(arguments: [nil, "c29tZSAxMDAwIDIwMDAwMDA="])
  func plainFileIsUnchanged(trigger: String?) throws {
    let path = NSTemporaryDirectory() + "plain-\(UUID().uuidString)"
    let text = "what somebody wrote and would like to keep"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    defer { unlink(path) }
    var environment = ["MEMORY_PRESSURE_WATCH": path]
    environment["MEMORY_PRESSURE_WRITE"] = trigger
    #expect(MemoryMonitor(environment: environment) {} == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}

/// Threads that make each other wait for a processor, briefly and a few times a second.
///
/// The load lasts for a few of the kernel's periods at most: the report, once made, waits for the main actor's other tests.
private final class Load: Sendable {
  private let hasEnded = Atomic(false)

  init() {
    for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
      Thread.detachNewThread { [self] in
        for _ in 0..<50 where !hasEnded.load(ordering: .relaxed) {
          let end = ContinuousClock.now + .milliseconds(5)
          while ContinuousClock.now < end {}
          Thread.sleep(forTimeInterval: 0.2)
        }
      }
    }
  }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}
