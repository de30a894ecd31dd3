import Foundation
import SystemSupport

/// The bytes of a passphrase, wiped when it is no longer used.
public final class Passphrase: Sendable {
  let bytes: [UInt8]

  /// Takes a text in its composed form, so that keyboards that write one letter in two ways agree.
  ///
  /// The text itself cannot be wiped.
  public init(_ text: String) { bytes = Array(text.precomposedStringWithCanonicalMapping.utf8) }

  deinit {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}
