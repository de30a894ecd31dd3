import CMemoryScan
import Foundation

@testable import RepriseSecurity

// Opens and locks a key bag in the directory of its argument, and prints how often eight bytes of a secret of the
// class “complete” occur in its memory: before, between and after.
let directory = CommandLine.arguments[1]
let bag = try KeyBag.make(
  at: directory + "/probe.bag", machineKey: directory + "/probe.key",
  passphrase: Passphrase("correct horse"), cost: ScryptCost(rounds: 4), shelf: EmptyShelf())

/// Counts the occurrences of any eight bytes of a secret in memory; its bits are inverted.
func finds(_ inverted: [UInt8]) -> Int { memory_scan(inverted, inverted.count) }

/// The key of the class, with all bits inverted.
func inverted() throws -> [UInt8] {
  try bag.withKey(.complete) { key in
    var bytes = key.copy()
    defer { for index in bytes.indices { bytes[index] = 0 } }
    return bytes.map { ~$0 }
  }
}

try bag.unlock(passphrase: Passphrase("correct horse"))
let question = try inverted()
for round in 0..<3 {
  let file = "\(directory)/file-\(round)"
  try bag.write(Array("nobody".utf8), to: file, protection: .complete)
  _ = try bag.contents(of: file)
}
let unlocked = finds(question)
bag.lock()
let locked = finds(question)
try bag.unlock(passphrase: Passphrase("correct horse"))
let again = finds(question)
print(unlocked > 0, locked, again > 0)

/// A shelf that stores nothing.
struct EmptyShelf: KeyShelf {
  func store(_ key: SecretKey, as name: String) -> Bool { false }
  func key(named name: String) -> SecretKey? { nil }
}
