import Crypto
import Foundation

/// Tells whether a text is still the one that something was saved for.
public enum Digest {
  /// A short digest of a text, as hexadecimal digits.
  public static func of(_ text: String) -> String {
    SHA256.hash(data: Data(text.utf8)).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
