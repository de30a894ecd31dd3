import Crypto
import Glibc

/// Random nonces, drawn from the system in batches: single draws cost more than the sealing.
///
/// The batch belongs to one process, so no nonce is used twice. After a fork, the child must not use
/// its copy.
struct NonceSource {
  /// How many bytes the system returns at once.
  private static let most = 256

  private var bytes: [UInt8] = []
  private var next = 0

  /// Draws some nonces.
  ///
  /// - Throws: ``StateError`` when the system returns no random bytes.
  mutating func draw(_ count: Int) throws -> Nonces {
    let size = count * Nonces.size
    if bytes.count - next < size { try refill(max(count, Self.most / Nonces.size)) }
    defer { next += size }
    return Nonces(bytes: bytes[next..<next + size])
  }

  private mutating func refill(_ count: Int) throws {
    var fresh = [UInt8](repeating: 0, count: count * Nonces.size)
    try fresh.withUnsafeMutableBytes { room in
      for start in stride(from: 0, to: room.count, by: Self.most) {
        let count = min(Self.most, room.count - start)
        guard getentropy(room.baseAddress.map { $0 + start }, count) == 0 else {
          throw StateError.unwritable("the system returned no random bytes")
        }
      }
    }
    (bytes, next) = (fresh, 0)
  }
}

/// Nonces to be used once each.
struct Nonces: Sendable {
  /// The length of one, in bytes.
  static let size = 12

  fileprivate let bytes: ArraySlice<UInt8>

  /// One of the nonces.
  subscript(_ index: Int) -> AES.GCM.Nonce {
    get throws {
      let start = bytes.startIndex + index * Self.size
      return try AES.GCM.Nonce(data: bytes[start..<start + Self.size])
    }
  }
}
