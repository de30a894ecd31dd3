import Foundation

/// Identities for the rows of one import: the time, then a random number that counts up (UUID
/// version 7).
///
/// `UUID()` asks the kernel for every one; these ask once, and being in order they keep the index
/// of identities compact.
struct ImportedIdentities {
  private let prefix: UInt64
  private var counter: UInt64

  init(at time: Timestamp) {
    prefix =
      UInt64(truncatingIfNeeded: time) << 16 | 0x7000 | UInt64.random(in: 0...0xFFF)
    // The topmost bits are the variant; the next one leaves room to count.
    counter = 0x8000_0000_0000_0000 | UInt64.random(in: 0..<(1 << 61))
  }

  mutating func next() -> UUID {
    counter += 1
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: prefix.bigEndian, as: UInt64.self)
      buffer.storeBytes(of: counter.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}
