import Dispatch
import Foundation
import Inventory
import Synchronization

/// A background search, and its latest results until the list takes them.
nonisolated final class RunningSearch: Sendable {
  let search: ItemSearch

  private let latest = Mutex<FoundItems?>(nil)
  private let news = DispatchSemaphore(value: 0)

  init(_ search: ItemSearch) {
    self.search = search
  }

  /// Searches on the calling thread.
  ///
  /// - Parameter didFind: Called whenever ``take(within:)`` has something new.
  func run(_ didFind: () -> Void) throws {
    defer { news.signal() }
    try search.run { found in
      latest.withLock { $0 = found }
      news.signal()
      didFind()
    }
  }

  /// The results so far; `nil` if there are none since the last call.
  ///
  /// - Parameter milliseconds: How long to wait for results.
  func take(within milliseconds: Int = 0) -> FoundItems? {
    if milliseconds > 0 { _ = news.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return latest.withLock { latest in
      defer { latest = nil }
      return latest
    }
  }
}
