import Foundation
import Testing

@testable import Inventory
@testable import Sync

@Suite struct SharedKeyTests {
  @Test(arguments: [
    "00000000-0000-0000-0000-000000000000", "0123ABCD-4567-4EF0-8123-456789ABCDEF",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  ]) func anIdentityIsWrittenAsItsDigits(_ text: String) throws {
    let uuid = try #require(UUID(uuidString: text))
    let key = SharedKey.text(uuid)
    #expect(key == text.lowercased().filter { $0 != "-" })
    #expect(SharedKey.uuid(key) == uuid)
    #expect(SharedKey.uuid(key.uppercased()) == uuid)
  }

  @Test(arguments: [
    "", "0123abcd45674ef08123456789abcde", "0123abcd45674ef08123456789abcdef0",
    "0123abcd-4567-4ef0-8123-456789ab", "g123abcd45674ef08123456789abcdef",
    // Also 32 bytes, but with digits that no key has.
    "\u{FF10}\u{FF11}0123abcd45674ef08123456789",
  ]) func otherTextsAreNotIdentities(_ text: String) {
    #expect(SharedKey.uuid(text) == nil)
  }
}
