import CSystem
import Foundation

/// The kernel's keyring, from which programs that start later know that the passphrase was typed.
extension Home {
  /// Whether this machine lets programs use it.
  static let hasKeyring: Bool = {
    let name = "keepsake-test:\(UUID().uuidString)"
    defer { keyring_remove(name) }
    return keyring_store(name, Array("key".utf8), 3) == 0
  }()

  /// Has the kernel forget what the passphrase opened, as a start of the machine does.
  func forgetPassphrase() throws {
    let bag = try bytes(of: data + "/keys.bag")
    // Behind the mark of its kind and the version stands which bag it is.
    let identity = bag.dropFirst(9).prefix(16).map { String($0, radix: 16) }
    let name = "reprise:" + identity.joined(separator: ".")
    // The second where this system has a directory for logins.
    let codes = [keyring_remove(name), keyring_remove(name + ":login")]
    guard codes.contains(0) else {
      throw HouseholdFailure(description: "keyctl: \(String(cString: strerror(codes[0])))")
    }
  }
}
