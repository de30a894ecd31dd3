import CSystem
import Foundation

/// The kernel's keyring, which tells later programs that the passphrase was entered.
extension Home {
  /// Whether this machine's programs may use it.
  static let hasKeyring: Bool = {
    let name = "keepsake-test:\(UUID().uuidString)"
    defer { keyring_remove(name) }
    return keyring_store(name, Array("key".utf8), 3) == 0
  }()

  /// Removes the opened keys from the kernel, as a reboot does.
  func forgetPassphrase() throws {
    let bag = try bytes(of: data + "/keys.bag")
    // The bag's identity follows the file type's magic number and version.
    let identity = bag.dropFirst(9).prefix(16).map { String($0, radix: 16) }
    let name = "reprise:" + identity.joined(separator: ".")
    // The second exists if this system has a runtime directory for logins.
    let codes = [keyring_remove(name), keyring_remove(name + ":login")]
    guard codes.contains(0) else {
      throw HouseholdFailure(description: "keyctl: \(String(cString: strerror(codes[0])))")
    }
  }
}
