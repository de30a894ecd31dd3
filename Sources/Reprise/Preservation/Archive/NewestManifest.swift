import Synchronization

/// Where the newest manifest lies.
///
/// Commits set it on the main thread and checkpoints on theirs, each while it holds the database.
final class NewestManifest: Sendable {
  /// A place for a manifest.
  enum Place: Equatable {
    /// Not known yet.
    case unknown
    /// Its own table.
    case table
    /// The row of an object.
    case row(NodeID)

    /// The row of an object, or the table for `nil`.
    init(_ node: NodeID?) {
      self = node.map(Place.row) ?? .table
    }

    /// The object whose row holds it.
    var node: NodeID? {
      guard case .row(let node) = self else { return nil }
      return node
    }
  }

  private let state = Mutex(Place.unknown)

  /// The current place.
  var place: Place {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
