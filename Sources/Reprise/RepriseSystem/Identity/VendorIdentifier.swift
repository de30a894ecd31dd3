import Foundation
import Preservation
import Reprise

nonisolated extension AppDirectories {
  /// An identifier of this installation of the app (contract 8.7.2).
  ///
  /// It is the same at every launch. It differs by machine, login, directory and contents, so a copied home gets a
  /// different one, too. It does not reveal the machine, nor that two apps run on the same one. It does not identify
  /// the user: to recognize a person on several machines, use data of your own, such as the identity of their
  /// library (8.7.4).
  ///
  /// ```swift
  /// let identifier = launch.directories.identifierForVendor(of: library.uuid)
  /// ```
  ///
  /// - Parameter contents: The identity of the app's data; `nil` if it has none.
  /// - Returns: `nil` if the machine has no identity, as in many containers, or if the data directory does not
  ///   exist yet; then ask again later.
  public func identifierForVendor(of contents: UUID? = nil) -> UUID? {
    MachineIdentity().flatMap { identifierForVendor(of: contents, on: $0) }
  }

  /// The identifier on a machine.
  func identifierForVendor(of contents: UUID?, on machine: MachineIdentity) -> UUID? {
    guard let resolved = realpath(data, nil) else { return nil }
    defer { free(resolved) }
    let identifier = VendorIdentifier(
      app: name, user: getuid(), directory: String(cString: resolved), contents: contents)
    return identifier.value(on: machine)
  }
}

/// The properties that distinguish one installation of an app from another.
nonisolated struct VendorIdentifier {
  /// The name of the app, in place of its vendor.
  var app: String

  /// The number of the login.
  var user: UInt32

  /// The directory of the app's data, without links.
  var directory: String

  /// The identity of the app's data, if it has one.
  var contents: UUID?

  /// The identifier on a machine.
  ///
  /// The machine's identity, which is the key of the digest, cannot be derived from it, and neither can the
  /// identifier of another app.
  func value(on machine: MachineIdentity) -> UUID {
    // No part contains a zero byte, so two installations never have the same text.
    let text = [app, String(user), directory, contents?.uuidString ?? ""].joined(separator: "\0")
    var bytes = Array(Digest.of(Array(text.utf8), keyedBy: Array(machine.digits.utf8)).prefix(16))
    // RFC 9562: version 8, custom.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

/// The system's identity of a machine (machine-id(5)).
///
/// It identifies the machine for ever, so the program never discloses it.
nonisolated struct MachineIdentity: Hashable, Sendable {
  /// The number as 32 hexadecimal digits.
  let digits: String

  /// The files that may contain it, the most important first.
  static let files = ["/etc/machine-id", "/var/lib/dbus/machine-id"]

  /// Reads the first file that has one; `nil` if none does, as in many containers.
  init?(files: [String] = Self.files) {
    for file in files {
      guard case .bytes(let bytes) = PreferenceFile.content(of: file) else { continue }
      if let digits = Self.digits(in: bytes) {
        self.digits = digits
        return
      }
    }
    return nil
  }

  /// The digits of a file; `nil` if it is damaged or the system has never booted.
  private static func digits(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n", omittingEmptySubsequences: false).first,
      line.utf8.count == 32, line.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      line.contains(where: { $0 != "0" })
    else { return nil }
    return line.lowercased()
  }
}

/// The identifier for advertising (contract 8.7.3).
///
/// UIKit's `ASIdentifierManager` returns zeros if the person does not want to be tracked. A terminal has no
/// advertising, so these are always the values. Code that checks them before it tracks does not track.
nonisolated public enum IdentifierManager {
  /// All zeros.
  public static let advertisingIdentifier = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// Always `false`.
  public static let isAdvertisingTrackingEnabled = false
}
