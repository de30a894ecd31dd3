import Crypto
import Foundation

/// Tells whether a text, or some bytes, are still those that something was saved for.
public enum Digest {
  /// A short digest of a text, as hexadecimal digits.
  public static func of(_ text: String) -> String { hexadecimal(of: Array(text.utf8), count: 8) }

  /// A digest of bytes, long enough that no others have it, as hexadecimal digits.
  package static func of(_ bytes: [UInt8]) -> String { hexadecimal(of: bytes, count: 32) }

  private static func hexadecimal(of bytes: [UInt8], count: Int) -> String {
    SHA256.hash(data: bytes).prefix(count).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
