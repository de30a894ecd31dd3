import Reprise
import Foundation
import Synchronization

/// Lets as many pictures be decoded at once as there are processors: each takes a process with memory of its own, and a
/// screen full of them would otherwise start them all.
///
/// The processors are counted for the first picture: that reads files of the system, and no launch waits for it.
nonisolated final class DecodingGate: Sendable {
  private let made = Mutex<DispatchSemaphore?>(nil)

  private var places: DispatchSemaphore {
    made.withLock { made in
      if let made { return made }
      let places = DispatchSemaphore(value: max(1, ProcessInfo.processInfo.activeProcessorCount))
      made = places
      return places
    }
  }

  /// Waits for a place.
  ///
  /// - Parameter isCancelled: Asked now and then; `true` ends the waiting.
  /// - Returns: Whether there is one; give it back with ``leave()``.
  func enter(unless isCancelled: () -> Bool) -> Bool {
    let places = places
    while places.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    return true
  }

  /// Gives the place to the next one.
  func leave() { places.signal() }
}
