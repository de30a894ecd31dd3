/// The identity of a preserved object: random, and stable across launches.
///
/// It does not depend on the object's place in the interface, so moving an object changes no key.
public struct NodeID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number; also the key of the object's row.
  public let rawValue: Int64

  /// Makes an identity from a stored number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The application itself: what the delegate encodes (contract 1.1.5).
  public static let application = NodeID(rawValue: 1)

  /// A new random identity; never one of the small reserved numbers.
  public static func random() -> NodeID {
    NodeID(rawValue: Int64.random(in: 1_000...Int64.max))
  }

  /// Orders by number, which has no meaning.
  public static func < (left: NodeID, right: NodeID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Hexadecimal digits.
  public var description: String { String(rawValue, radix: 16) }
}
