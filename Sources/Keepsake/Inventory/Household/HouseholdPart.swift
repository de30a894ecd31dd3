import Foundation
import Household

/// An inventory's part in a household, as far as it is known here.
public struct HouseholdPart: Hashable, Sendable {
  /// The household's name on its server.
  public var household: String
  /// The name under which this inventory writes; a copy of it takes another.
  public var device: String
  /// The number by the server's counter up to which everything is merged.
  public var seen: Int64
  /// The number of rows and operations that the server does not have yet.
  public var waiting: Int
  /// The digest of the operation with the number ``seen``; empty before the first.
  public var head: String
  /// Whether it is joining still: see ``HouseholdStore/bringIn(author:)``.
  public var isJoining: Bool
}

/// An operation that the server has not ordered yet.
public struct QueuedOperation: Sendable {
  /// Its number among those of the device.
  public var number: Int64
  /// The operation.
  public var operation: Household.Operation
}

/// How an inventory comes into a household.
public enum HouseholdEntry: Sendable {
  /// It founds one: all that it has goes out.
  case founding
  /// It joins one: first comes what the others have, see ``HouseholdStore/bringIn(author:)``.
  case joining
}

/// What another member has written.
public struct ReceivedChange: Hashable, Sendable {
  /// The item, or that of a file; `nil` for a change of anything else.
  public var item: UUID?
  /// Who wrote it.
  public var author: String
  /// Whether the item is new.
  public var isNew: Bool
}
