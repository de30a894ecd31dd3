import Foundation
import Household
import Testing

@Suite struct SealingTests {
  private let key = HouseholdKey()
  private let operation = Operation(
    seen: 1, writes: [RowWrite(RowID(kind: "item", key: "a"), ["name": .text("Silver spoon")])])

  @Test func onlyTheKeyOpensAnOperationAndOnlyWhereItBelongs() throws {
    let sealed = try key.seal(operation, device: "d", number: 3, household: "h")
    #expect(try key.operation(sealed, device: "d", number: 3, household: "h") == operation)
    #expect(Data(sealed).range(of: Data("Silver".utf8)) == nil)
    #expect(throws: MalformedBytes.self) {
      try key.operation(sealed, device: "d", number: 4, household: "h")
    }
    #expect(throws: MalformedBytes.self) {
      try key.operation(sealed, device: "d", number: 3, household: "other")
    }
    #expect(throws: MalformedBytes.self) {
      try HouseholdKey().operation(sealed, device: "d", number: 3, household: "h")
    }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: MalformedBytes.self) {
        try key.operation(changed, device: "d", number: 3, household: "h")
      }
    }
  }

  @Test func theServerLearnsNeitherKeyNorDigest() {
    let digest = String(repeating: "ab", count: 32)
    #expect(key.token != key.bytes)
    #expect(key.name(ofContent: digest) != digest)
    #expect(key.name(ofContent: digest).count == 64)
    #expect(key.name(ofContent: digest) != HouseholdKey().name(ofContent: digest))
  }

  @Test func aCodeComesBackThroughPaperAndMail() throws {
    let code = JoinCode(
      address: "postgresql://anna:se%20cret@example.org/home", household: "h-1", key: key)
    let wrapped = code.text.prefix(20) + "\n  " + code.text.dropFirst(20) + "\r\n"
    #expect(try JoinCode(typed: String(wrapped)) == code)
  }

  @Test func aCodeWithAnyLetterWrongIsRefused() {
    let text = Array(JoinCode(address: "a", household: "h", key: key).text)
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == "A" ? "B" : "A"
      #expect(throws: MalformedBytes.self) { try JoinCode(typed: String(changed)) }
      var cut = text
      cut.remove(at: index)
      #expect(throws: MalformedBytes.self) { try JoinCode(typed: String(cut)) }
    }
  }
}
