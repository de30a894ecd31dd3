import Reprise
import Foundation
import Preservation

/// What tells one installation of an app from another.
nonisolated struct VendorIdentifier {
  /// The name of the app, which stands for its vendor.
  var app: String

  /// The number of the login.
  var user: UInt32

  /// The directory of the app's data, without links.
  var directory: String

  /// The identity of what the app keeps there, if that has one.
  var contents: UUID?

  /// The identifier on a machine.
  ///
  /// Nobody gets from it to the machine's identity, which is the key of the digest, nor from the identifier of
  /// one app to that of another.
  func value(on machine: MachineIdentity) -> UUID {
    // No part contains a zero byte, so no two installations give one text.
    let text = [app, String(user), directory, contents?.uuidString ?? ""].joined(separator: "\0")
    var bytes = Array(Digest.of(Array(text.utf8), keyedBy: Array(machine.digits.utf8)).prefix(16))
    // RFC 9562: version 8, made by a rule of one's own.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
