import Foundation
import Synchronization

/// Keeps the threads of this process out of critical sections while the process is stopped.
///
/// A stopped process keeps its locks and blocks every process that waits for them. Threads enter
/// the barrier before they take a lock and leave it after they have released it; the thread that
/// stops the process closes the barrier meanwhile.
///
/// ```swift
/// let barrier = SuspendBarrier()
/// let sum = barrier.inside { (1...3).reduce(0, +) }
/// let wasFree = barrier.closed(timeout: 100) {}  // the process stops and continues here
/// ```
public final class SuspendBarrier: Sendable {
  private struct State {
    var inside = 0
    var isClosed = false
    var waiting = 0
  }

  private let state = Mutex(State())
  private let opened = DispatchSemaphore(value: 0)

  /// Makes an open gate.
  public init() {}

  /// Enters, once the gate is open; a thread may enter more than once.
  public func enter() {
    while !tryToEnter() { opened.wait() }
  }

  /// Leaves as often as was entered.
  public func leave() { state.withLock { $0.inside -= 1 } }

  /// Runs something inside.
  public func inside<Value>(_ body: () throws -> Value) rethrows -> Value {
    enter()
    defer { leave() }
    return try body()
  }

  /// Runs `body` while no thread is inside, or, if they don't leave in time, anyway.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for those inside, in milliseconds.
  ///   - body: The work to run; it must not enter.
  /// - Returns: Whether no thread was inside.
  @discardableResult
  public func closed(timeout: Int, _ body: () -> Void) -> Bool {
    let deadline = ContinuousClock.now + .milliseconds(timeout)
    var isClosed = tryToClose()
    while !isClosed, ContinuousClock.now < deadline {
      usleep(1000)
      isClosed = tryToClose()
    }
    body()
    if isClosed { open() }
    return isClosed
  }

  private func tryToEnter() -> Bool {
    state.withLock { state in
      if state.isClosed {
        state.waiting += 1
      } else {
        state.inside += 1
      }
      return !state.isClosed
    }
  }

  private func tryToClose() -> Bool {
    state.withLock { state in
      guard state.inside == 0 else { return false }
      state.isClosed = true
      return true
    }
  }

  private func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = 0 }
      state.isClosed = false
      return state.waiting
    }
    for _ in 0..<waiting { opened.signal() }
  }
}
