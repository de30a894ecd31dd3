/// A sum over the keyed digests of all rows, updated row by row.
///
/// Each lane is a sum modulo 2⁶⁴, so adding or removing a row takes the same time for any number of
/// rows. Without the key nobody can find two sets of rows with the same sum.
struct Fingerprint: Hashable, Sendable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  mutating func add(_ other: Fingerprint) {
    low &+= other.low
    high &+= other.high
  }

  mutating func remove(_ other: Fingerprint) {
    low &-= other.low
    high &-= other.high
  }
}

extension Fingerprint {
  /// The sum of other fingerprints.
  init(sumOf fingerprints: some Sequence<Fingerprint>) {
    self.init()
    for fingerprint in fingerprints { add(fingerprint) }
  }
}
