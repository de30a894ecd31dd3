import Dispatch
import Foundation

/// Waits for another thread or program, generously for busy machines.
///
/// Only a failing test waits to the end. While all tests run, a low-priority program may get no CPU time for half a
/// minute.
nonisolated public enum Wait {
  /// The timeout, in seconds.
  public static let timeout = 120

  /// Waits until a condition holds.
  ///
  /// The time limit is checked by the clock, since a condition that runs a program takes longer than the pauses
  /// between checks.
  ///
  /// - Returns: Whether the condition held in time.
  public static func until(
    seconds: Int = timeout, _ condition: () throws -> Bool
  ) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if try condition() { return true }
      usleep(20_000)
    }
    return try condition()
  }

  /// Waits until a condition holds, and lets other tasks run meanwhile.
  ///
  /// Limited by the clock and by the number of checks: while the actor runs other tests, a check may take a minute to
  /// start.
  ///
  /// - Returns: Whether the condition held in time.
  public static func until(
    isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
  ) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(timeout)
    var looks = 0
    while looks < 200 || ContinuousClock.now < end {
      if try condition() { return true }
      looks += 1
      try await Task.sleep(for: .milliseconds(5))
    }
    return try condition()
  }

  /// Waits for a semaphore.
  ///
  /// - Returns: Whether it was signaled in time.
  public static func until(_ signal: DispatchSemaphore) -> Bool {
    signal.wait(timeout: .now() + .seconds(timeout)) == .success
  }
}
