import Foundation

/// Lets as many pictures be decoded at once as there are processors: each takes a process with memory of its own, and a
/// screen full of them would otherwise start them all.
nonisolated final class DecodingGate: Sendable {
  private let places: DispatchSemaphore

  init(places: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.places = DispatchSemaphore(value: max(1, places))
  }

  /// Waits for a place.
  ///
  /// - Parameter isCancelled: Asked now and then; `true` ends the waiting.
  /// - Returns: Whether there is one; give it back with ``leave()``.
  func enter(unless isCancelled: () -> Bool) -> Bool {
    while places.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    return true
  }

  /// Gives the place to the next one.
  func leave() { places.signal() }
}
