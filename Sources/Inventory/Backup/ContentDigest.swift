import Crypto
import Foundation

/// The SHA-256 of bytes that come piece by piece, as 64 lower-case digits.
struct ContentDigest {
  private var hash = SHA256()
  /// How many bytes there were.
  private(set) var count: Int64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bufferPointer: bytes)
    count += Int64(bytes.count)
  }

  /// The digits.
  var text: String {
    var text = ""
    text.reserveCapacity(64)
    for byte in hash.finalize() {
      for digit in [byte >> 4, byte & 15] { text.append(Self.digits[Int(digit)]) }
    }
    return text
  }

  private static let digits = Array("0123456789abcdef")

  /// The digits of bytes in memory.
  static func text(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.text
  }

  /// Whether a text can be such digits.
  static func isPossible(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
