/// Why bytes could not be decoded.
public enum DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end early, or a count points past their end.
  case truncated
  /// The bytes break the format.
  case malformed(String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .truncated: "the record ends too early"
    case .malformed(let reason): reason
    }
  }
}
