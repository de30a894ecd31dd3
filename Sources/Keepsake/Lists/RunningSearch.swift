import Dispatch
import Foundation
import Inventory
import Synchronization

/// A search beside the interface, and what it found that the list has not taken over yet.
nonisolated final class RunningSearch: Sendable {
  let search: ItemSearch

  private let latest = Mutex<FoundItems?>(nil)
  private let news = DispatchSemaphore(value: 0)

  init(_ search: ItemSearch) {
    self.search = search
  }

  /// Searches, on the thread of the caller.
  ///
  /// - Parameter didFind: Called whenever there is something to ``take(within:)``.
  func run(_ didFind: () -> Void) throws {
    defer { news.signal() }
    try search.run { found in
      latest.withLock { $0 = found }
      news.signal()
      didFind()
    }
  }

  /// The most that is known, if it is more than the last time.
  ///
  /// - Parameter milliseconds: How long to wait for it.
  func take(within milliseconds: Int = 0) -> FoundItems? {
    if milliseconds > 0 { _ = news.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return latest.withLock { latest in
      defer { latest = nil }
      return latest
    }
  }
}
