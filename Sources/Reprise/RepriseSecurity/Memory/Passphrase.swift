import Foundation
import Storage

/// The bytes of a passphrase: out of swap and core dumps, wiped when it is no longer used.
public final class Passphrase: Sendable {
  let page: SecretPage

  /// Takes a text in its composed form, so that keyboards that write one letter in two ways agree.
  ///
  /// The text itself cannot be wiped.
  public init(_ text: String) {
    var bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
    page = SecretPage(copying: bytes)
    KeyMemory.wipe(&bytes)
  }
}
