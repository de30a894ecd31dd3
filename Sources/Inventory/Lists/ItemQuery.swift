import Foundation

/// Which live items a list holds.
///
/// Archived items and the trash are never in it.
public struct ItemQuery: Hashable, Codable, Sendable {
  /// Where to look.
  public enum Scope: Hashable, Codable, Sendable {
    /// Everywhere.
    case everywhere
    /// Directly in one place.
    case place(UUID)
    /// Among what lies in no place.
    case unplaced
  }

  /// Where to look.
  public var scope: Scope
  /// What the person typed into the filter; blank: everything.
  public var filter: String

  /// Makes a query.
  public init(scope: Scope = .everywhere, filter: String = "") {
    self.scope = scope
    self.filter = filter
  }
}
