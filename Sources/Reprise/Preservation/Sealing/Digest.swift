import Crypto
import Foundation
import Storage

/// Detects whether text or bytes have changed since a digest of them was stored.
package enum Digest {
  /// A short digest of a text, as hexadecimal digits.
  package static func of(_ text: String) -> String { hexadecimal(of: Array(text.utf8), count: 8) }

  /// A collision-resistant digest of bytes, as hexadecimal digits.
  package static func of(_ bytes: [UInt8]) -> String { hexadecimal(of: bytes, count: 32) }

  /// The 32 bytes of a keyed digest, which can't be forged without the key (HMAC-SHA256).
  package static func of(_ bytes: [UInt8], keyedBy key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
  }

  private static func hexadecimal(of bytes: [UInt8], count: Int) -> String {
    SHA256.hash(data: bytes).withUnsafeBytes { digest in
      Hexadecimal.text(UnsafeRawBufferPointer(rebasing: digest.prefix(count)))
    }
  }
}
