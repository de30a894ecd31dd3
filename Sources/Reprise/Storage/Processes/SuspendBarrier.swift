import Foundation
import Synchronization

/// Lets nobody of this process be in the middle of something while the process is stopped.
///
/// A stopped process keeps its locks, and keeps out whoever waits for them. Threads enter before they take one and
/// leave when they have let go of it; whoever stops the process closes the gate meanwhile.
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

  /// Runs something while nobody is inside, or, if they do not leave in time, all the same.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for those inside, in milliseconds.
  ///   - body: What to run; it must not enter.
  /// - Returns: Whether nobody was inside.
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
