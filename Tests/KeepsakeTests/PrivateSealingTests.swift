import Foundation
import Protection
import Testing

@testable import Keepsake

/// What is sealed of a private item, with the passphrase and while it is locked.
@Suite struct PrivateSealingTests {
  private let keys: KeyBag
  private let passphrase = Passphrase("correct horse")
  private let words = Array("Krugerrand".utf8)
  private let owner = UUID()

  private var sealing: PrivateSealing { PrivateSealing(keys: keys) }

  init() throws {
    let directory = NSTemporaryDirectory() + "sealing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    keys = try KeyBag.make(
      at: directory + "/keys.bag", machineKey: directory + "/machine.key", passphrase: passphrase)
  }

  /// Whoever writes the file could show the words of one item as those of another.
  @Test func whatIsSealedOfOneItemOpensInNoOther() throws {
    let whileLocked = try sealing.seal(words, of: owner)
    try keys.unlock(passphrase: passphrase)
    for sealed in [whileLocked, try sealing.seal(words, of: owner)] {
      #expect(try sealing.open(sealed, of: owner) == words)
      #expect(throws: ProtectionError.self) { try sealing.open(sealed, of: UUID()) }
    }
  }

  @Test func aLockClosesWhatWasSealedEitherWay() throws {
    let whileLocked = try sealing.seal(words, of: owner)
    try keys.unlock(passphrase: passphrase)
    let open = try sealing.seal(words, of: owner)
    keys.lock()
    for sealed in [whileLocked, open] {
      #expect(throws: ProtectionError.locked(.complete)) { try sealing.open(sealed, of: owner) }
    }
  }
}
