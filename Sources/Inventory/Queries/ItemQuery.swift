import Foundation

/// Which live items a list holds, and in which order.
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

  /// In which order the items come.
  public enum Order: String, Hashable, Codable, Sendable {
    /// By name, from A to Z.
    case name
    /// By name, from Z to A.
    case nameDescending
  }

  /// Where to look.
  public var scope: Scope
  /// What the person typed into the filter; blank: everything.
  public var filter: String
  /// In which order the items come.
  public var order: Order

  /// Whether the filter says anything: a word at least.
  public var isNarrowed: Bool { !SearchQuery(filter).isEmpty }

  /// What the filter seems to take for operators, as `tag:` or `price>`.
  ///
  /// There are none: all of it is searched as words.
  public var unknownOperators: [String] { SearchQuery(filter).unknownOperators }

  /// Makes a query.
  public init(scope: Scope = .everywhere, filter: String = "", order: Order = .name) {
    self.scope = scope
    self.filter = filter
    self.order = order
  }
}
