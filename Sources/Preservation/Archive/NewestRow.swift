import Synchronization

/// The object in whose row the newest manifest lies: the thread of turns says so, the one that takes out
/// older manifests asks.
final class NewestRow: Sendable {
  private enum Place {
    case unknown
    case table
    case row(NodeID)
  }

  private let place = Mutex(Place.unknown)

  /// Says where it lies; `nil` stands for the table of its own.
  func set(_ node: NodeID?) {
    place.withLock { $0 = node.map(Place.row) ?? .table }
  }

  /// The number of the row whose manifest has to stay, and 0 when there is none; `nil` as long as that is
  /// not known.
  var number: Int64? {
    switch place.withLock({ $0 }) {
    case .unknown: nil
    case .table: 0
    case .row(let node): node.rawValue
    }
  }
}
