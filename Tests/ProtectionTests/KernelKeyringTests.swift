import Foundation
import Testing

@testable import Protection

/// The kernel's keyring, where this machine lets programs use it.
@Suite struct KernelKeyringTests {
  private static let isThere: Bool = {
    guard let key = try? SecretKey.random() else { return false }
    return KernelKeyring().store(key, as: "reprise-test:\(UUID().uuidString)")
  }()

  @Test(.enabled(if: isThere, "the kernel's keyring is not open to this program"))
  func whatLiesThereIsFoundByItsName() throws {
    let name = "reprise-test:\(UUID().uuidString)"
    let (first, second) = (try SecretKey.random(), try SecretKey.random())
    #expect(KernelKeyring().key(named: name) == nil)
    #expect(KernelKeyring().store(first, as: name))
    #expect(KernelKeyring().key(named: name)?.copy() == first.copy())
    #expect(KernelKeyring().store(second, as: name))
    #expect(KernelKeyring().key(named: name)?.copy() == second.copy())
  }
}
