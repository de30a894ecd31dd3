/// A sum over the keyed digests of all rows, kept up row by row.
///
/// Each lane is a sum modulo 2⁶⁴, so adding and taking away a row cost the same however many there
/// are. Without the key no two sets of rows with the same sum can be found.
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
  /// The sum of others.
  init(sumOf fingerprints: some Sequence<Fingerprint>) {
    self.init()
    for fingerprint in fingerprints { add(fingerprint) }
  }
}
