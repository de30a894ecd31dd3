import Crypto
import Foundation

/// The identities of what comes into being.
public enum Identity {
  /// Makes them where a test repeats a history from its seed; otherwise chance does.
  @TaskLocal static var maker: (@Sendable () -> UUID)?

  /// A new identity.
  public static func new() -> UUID { maker?() ?? UUID() }
}

extension Identity {
  /// The identity of the row with an import reference, so that the row is found again even if the item is private.
  static func derived(from reference: String) -> UUID {
    var bytes = Array(SHA256.hash(data: Data("keepsake import \(reference)".utf8)).prefix(16))
    // Version 8 of RFC 9562: the bits are the program's own.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
