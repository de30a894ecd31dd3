import Foundation
import Synchronization
import Testing

@testable import Storage

/// A gate that is closed while a process is stopped.
@Suite struct SuspendBarrierTests {
  private let gate = SuspendBarrier()

  /// A record of a thread's actions, for another thread.
  private final class Steps: Sendable {
    private let steps = Mutex<[String]>([])
    let signal = DispatchSemaphore(value: 0)

    func add(_ step: String) { steps.withLock { $0.append(step) } }
    var all: [String] { steps.withLock { $0 } }
  }

  @Test func barrierWaitsForThreadsInside() {
    let steps = Steps()
    Thread.detachNewThread { [gate] in
      gate.inside {
        // Once more: what needs two locks enters twice.
        gate.inside { steps.signal.signal() }
        usleep(100_000)
        steps.add("left")
      }
    }
    steps.signal.wait()
    #expect(gate.closed(timeout: 10_000) { steps.add("closed") })
    #expect(steps.all == ["left", "closed"])
  }

  @Test func noThreadEntersAClosedBarrier() {
    let steps = Steps()
    gate.closed(timeout: 0) {
      for _ in 0..<3 {
        Thread.detachNewThread { [gate] in
          gate.inside { steps.add("entered") }
          steps.signal.signal()
        }
      }
      usleep(100_000)
      steps.add("opened")
    }
    for _ in 0..<3 { steps.signal.wait() }
    #expect(steps.all == ["opened", "entered", "entered", "entered"])
  }

  @Test func barrierGivesUpOnSlowThreads() {
    gate.enter()
    let start = ContinuousClock.now
    var isCalled = false
    #expect(!gate.closed(timeout: 50) { isCalled = true })
    #expect(isCalled)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    // It stays open then.
    gate.inside {}
    gate.leave()
    #expect(gate.closed(timeout: 0) {})
  }
}
