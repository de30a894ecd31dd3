import Synchronization

/// Where the newest manifest lies: the thread of turns says so, the one that moves the log asks, each while
/// it has the database.
final class NewestManifest: Sendable {
  /// A place for a manifest.
  enum Place: Equatable {
    /// Nobody has looked yet.
    case unknown
    /// In the table of its own.
    case table
    /// In the row of an object.
    case row(NodeID)

    /// The place with an object; `nil` stands for the table.
    init(_ node: NodeID?) {
      self = node.map(Place.row) ?? .table
    }

    /// The object, if there is one.
    var node: NodeID? {
      guard case .row(let node) = self else { return nil }
      return node
    }
  }

  private let state = Mutex(Place.unknown)

  /// Where it lies.
  var place: Place {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
