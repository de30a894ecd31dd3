import Dispatch
import Foundation

/// Waits for what another thread or program does, as long as it may take on a busy machine.
///
/// Only a test that fails waits to the end. While all tests run, a program of low priority may get no time for half a minute.
nonisolated public enum Wait {
  /// How long, in seconds.
  public static let timeout = 120

  /// Waits until something is so.
  ///
  /// By the clock: a condition that runs a program takes longer than the pauses between two looks.
  ///
  /// - Returns: Whether it came to be so.
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

  /// Waits until something is so, and lets other tasks run meanwhile.
  ///
  /// By the clock and by looks: where the actor has other tests to run, a look may take a minute to come.
  ///
  /// - Returns: Whether it came to be so.
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

  /// Waits until something is signalled.
  ///
  /// - Returns: Whether it was.
  public static func until(_ signal: DispatchSemaphore) -> Bool {
    signal.wait(timeout: .now() + .seconds(timeout)) == .success
  }
}
