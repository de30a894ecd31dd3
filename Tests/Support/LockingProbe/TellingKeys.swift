import Foundation
import Preservation
import RepriseSecurity

/// A key bag that records when it is locked and unlocked.
nonisolated final class TellingKeys: PassphraseKeyProvider {
  /// How long wiping takes: a machine that didn't wait would be asleep by then.
  private static let wiping: useconds_t = 200_000

  private let bag: KeyBag

  init(_ bag: KeyBag) {
    self.bag = bag
  }

  var name: String { bag.name }
  var promise: String { bag.promise }
  var isUnlocked: Bool { bag.isUnlocked }

  func wrap(_ key: [UInt8]) throws -> Data { try bag.wrap(key) }

  func unwrap(_ wrapped: Data) throws -> [UInt8] { try bag.unwrap(wrapped) }

  func lock() {
    usleep(Self.wiping)
    bag.lock()
    Diary.note("keys wiped")
  }

  func unlock(typed passphrase: String) throws {
    try bag.unlock(typed: passphrase)
    Diary.note("keys there")
  }
}
