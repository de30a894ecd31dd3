import Crypto
import Foundation
import Storage

/// Computes the SHA-256 of bytes piece by piece, as 64 lower-case digits.
struct ContentDigest {
  private var hash = SHA256()
  /// The number of bytes.
  private(set) var count: Int64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bufferPointer: bytes)
    count += Int64(bytes.count)
  }

  /// The digits.
  var text: String { hash.finalize().withUnsafeBytes(Hexadecimal.text) }

  /// The digest of bytes in memory.
  static func text(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.text
  }
}
