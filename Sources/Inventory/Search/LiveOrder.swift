import Synchronization

/// The numbers of all live items in the order of the list, kept for one data version.
///
/// Eight bytes an item; it is read once when a filter has many hits, and serves the next letters.
final class LiveOrder: Sendable {
  private let kept = Mutex<(version: Int64, ids: [Int64])?>(nil)

  func value(for version: Int64, _ read: () throws -> [Int64]) rethrows -> [Int64] {
    if let ids = kept.withLock({ $0?.version == version ? $0?.ids : nil }) { return ids }
    let ids = try read()
    kept.withLock { $0 = (version, ids) }
    return ids
  }
}
