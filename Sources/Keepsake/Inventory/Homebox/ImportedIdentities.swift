import Foundation

/// Makes identities for the rows of an import: UUIDs of version 7 with one time and a random number
/// that counts up.
///
/// `UUID()` asks the kernel each time; these ask once. Being in order, they also keep the index of
/// identities compact.
struct ImportedIdentities {
  private let prefix: UInt64
  private var counter: UInt64

  init(at time: Timestamp) {
    let (high, low) = withUnsafeBytes(of: Identity.new().uuid) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    prefix = UInt64(truncatingIfNeeded: time) << 16 | 0x7000 | UInt64(bigEndian: high) & 0xFFF
    // The top bits are the variant; the bit below is clear, to leave room for counting.
    counter = 0x8000_0000_0000_0000 | UInt64(bigEndian: low) & (1 << 61 - 1)
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
