import Foundation

/// One value in an object's saved state.
///
/// Plain data only. It holds no class name, no code and no path, so reading a state file can do no
/// more than fill in values.
public enum Value: Hashable, Sendable {
  /// An explicit null.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A floating point number.
  case double(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment, in seconds since 1970-01-01 00:00 UTC.
  case date(Double)
  /// Values in order.
  case array([Value])
  /// Values by name, written in the order of their names so that equal values have equal bytes.
  case dictionary([String: Value])
  /// Another restorable object (contract 2.6).
  case reference(NodeID)

  /// Every reference in the value, in order.
  public var references: [NodeID] {
    var found: [NodeID] = []
    appendReferences(to: &found)
    return found
  }

  /// Appends every reference in the value, in order; most values hold none, so no array is made for
  /// them.
  func appendReferences(to found: inout [NodeID]) {
    switch self {
    case .reference(let node): found.append(node)
    case .array(let values):
      for value in values { value.appendReferences(to: &found) }
    case .dictionary(let values):
      for entry in values.sorted(by: { $0.key < $1.key }) {
        entry.value.appendReferences(to: &found)
      }
    default: break
    }
  }
}
