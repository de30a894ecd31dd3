import Foundation
import Testing

@testable import RepriseSecurity

/// The kernel's keyring, where this machine lets programs use it.
@Suite struct KernelKeyringTests {
  private static let isThere: Bool = {
    guard let key = try? SecretKey.random() else { return false }
    return KernelKeyring(login: nil).store(key, as: "reprise-test:\(UUID().uuidString)")
  }()

  @Test(.enabled(if: isThere, "the kernel's keyring is not open to this program"))
  func storedKeyIsFoundByName() throws {
    let name = "reprise-test:\(UUID().uuidString)"
    let (first, second) = (try SecretKey.random(), try SecretKey.random())
    #expect(KernelKeyring(login: nil).key(named: name) == nil)
    #expect(KernelKeyring(login: nil).store(first, as: name))
    #expect(KernelKeyring(login: nil).key(named: name)?.copy() == first.copy())
    #expect(KernelKeyring(login: nil).store(second, as: name))
    #expect(KernelKeyring(login: nil).key(named: name)?.copy() == second.copy())
  }

  /// A directory as the system makes one for a login.
  private func login(mode: Int = 0o700) throws -> String {
    let path = NSTemporaryDirectory() + "login-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    return path
  }

  @Test(.enabled(if: isThere, "the kernel's keyring is not open to this program"))
  func logoutRemovesStoredKeys() throws {
    let name = "reprise-test:\(UUID().uuidString)"
    let (key, directory) = (try SecretKey.random(), try login())
    #expect(KernelKeyring(login: directory).store(key, as: name))
    #expect(KernelKeyring(login: directory).key(named: name)?.copy() == key.copy())
    #expect(KernelKeyring(login: nil).key(named: name) == nil, "it is stored only in sealed form")
    try FileManager.default.removeItem(atPath: directory)
    #expect(KernelKeyring(login: directory).key(named: name) == nil)
    // The next login has a secret of its own.
    let next = try login()
    defer { try? FileManager.default.removeItem(atPath: next) }
    let other = try SecretKey.random()
    #expect(KernelKeyring(login: next).store(other, as: name + "-other"))
    #expect(KernelKeyring(login: next).key(named: name) == nil)
  }

  @Test(.enabled(if: isThere, "the kernel's keyring is not open to this program"))
  func keyStoredOutsideALoginDoesNotOutliveALogin() throws {
    let name = "reprise-test:\(UUID().uuidString)"
    let (key, directory) = (try SecretKey.random(), try login())
    #expect(KernelKeyring(login: nil).store(key, as: name))
    #expect(KernelKeyring(login: directory).key(named: name)?.copy() == key.copy())
    #expect(KernelKeyring(login: directory).store(key, as: name))
    try FileManager.default.removeItem(atPath: directory)
    #expect(KernelKeyring(login: nil).key(named: name) == nil)
  }
}
