/// An operation that does not stand where its author's device put it: somebody changed what the server has.
///
/// The server cannot read or make operations. Without this it could still send one again, or leave one out, and so set values
/// back.
public struct OutOfOrder: Error, Equatable, CustomStringConvertible {
  /// The number by the server's counter.
  public var sequence: Int64

  /// Makes an error.
  public init(sequence: Int64) {
    self.sequence = sequence
  }

  /// One line for a person.
  public var description: String {
    "change \(sequence) on the household's server is not the one that follows there: what the server has was altered"
  }
}
