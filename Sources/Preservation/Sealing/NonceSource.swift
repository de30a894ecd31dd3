import Crypto
import Glibc

/// Random nonces, drawn from the system many at a time: one by one costs more than the sealing.
///
/// What was drawn lives in one process only, so no nonce is ever given out twice; a process that
/// forks must not go on with the copy.
struct NonceSource {
  private static let size = 12
  private var bytes: [UInt8] = []
  private var next = 0

  /// The next nonce.
  ///
  /// - Throws: ``StateError`` when the system has no random bytes to give.
  mutating func draw() throws -> AES.GCM.Nonce {
    if next == bytes.count { try refill() }
    defer { next += Self.size }
    return try AES.GCM.Nonce(data: bytes[next..<next + Self.size])
  }

  private mutating func refill() throws {
    // As many as `getentropy` gives at once: at most 256 bytes.
    bytes = [UInt8](repeating: 0, count: Self.size * 21)
    next = 0
    guard getentropy(&bytes, bytes.count) == 0 else {
      bytes = []
      throw StateError.unwritable("the system gives no random bytes")
    }
  }
}
