/// The line of an item in eight bytes, since a home can hold a million.
struct PackedLine {
  private let bits: Int64

  /// A line is never negative and far below 2⁶² (``LineValue/maximum``).
  init(_ valued: ValuedRow) {
    bits = valued.line.map { $0 << 1 | (valued.isEstimated ? 1 : 0) } ?? Self.unknown
  }

  /// In minor units; `nil` if unknown.
  var minor: Int64? { bits == Self.unknown ? nil : bits >> 1 }

  /// Whether it is based on the price paid.
  var isEstimated: Bool { bits != Self.unknown && bits & 1 == 1 }

  private static let unknown: Int64 = -1
}
