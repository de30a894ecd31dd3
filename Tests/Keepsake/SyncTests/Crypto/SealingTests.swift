import Crypto
import Foundation
import Storage
import Testing

@testable import Sync

@Suite struct SealingTests {
  private let key = SyncKey()
  private let operation = SyncOperation(
    lastSequence: 1,
    writes: [RowWrite(RowID(kind: "item", key: "a"), ["name": .text("Silver spoon")])])

  @Test func anOperationOpensOnlyWithItsKeyDeviceNumberAndHousehold() throws {
    let sealed = try key.seal(operation, device: "d", number: 3, household: "h")
    #expect(try key.operation(sealed, device: "d", number: 3, household: "h") == operation)
    #expect(Data(sealed).range(of: Data("Silver".utf8)) == nil)
    #expect(throws: DecodingFailure.self) {
      try key.operation(sealed, device: "d", number: 4, household: "h")
    }
    #expect(throws: DecodingFailure.self) {
      try key.operation(sealed, device: "d", number: 3, household: "other")
    }
    #expect(throws: DecodingFailure.self) {
      try SyncKey().operation(sealed, device: "d", number: 3, household: "h")
    }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: DecodingFailure.self) {
        try key.operation(changed, device: "d", number: 3, household: "h")
      }
    }
  }

  /// The server may deliver another file or part than the requested one.
  @Test func aPartOfAFileOpensOnlyInItsPlace() throws {
    let sealed = try key.seal([1, 2, 3], part: 1, of: "abc", household: "h")
    #expect(try key.part(sealed, 1, of: "abc", household: "h") == [1, 2, 3])
    for (part, digest, household) in [(0, "abc", "h"), (1, "abd", "h"), (1, "abc", "other")] {
      #expect(throws: DecodingFailure.self) {
        try key.part(sealed, part, of: digest, household: household)
      }
    }
  }

  /// The name of the device determines the author of a change.
  @Test func aDescriptionOpensOnlyForItsDevice() throws {
    let anna = DeviceDescription(member: "Anna", machine: "desk", joined: 7)
    let sealed = try key.seal(anna, device: "d", household: "h")
    #expect(try key.description(sealed, device: "d", household: "h") == anna)
    for (device, household) in [("e", "h"), ("d", "other")] {
      #expect(throws: DecodingFailure.self) {
        try key.description(sealed, device: device, household: household)
      }
    }
  }

  /// Sharing a nonce under one key would break the encryption of both texts.
  @Test func differentTextsNeverShareANonce() throws {
    let plain = Array("the same bytes".utf8)
    let sealed =
      try ["a", "b", "a "].map { try key.seal(plain, as: $0) } + [key.seal(plain + [0], as: "a")]
    #expect(Set(sealed.map { $0.prefix(12) }).count == sealed.count)
    #expect(
      try key.seal(plain, as: "a") == sealed[0], "sealing the same text again gives the same bytes")
  }

  @Test func theServersTokenOpensNothing() throws {
    let sealed = try key.seal(Array("Silver spoon".utf8), as: "x")
    let told = try #require(SyncKey(bytes: key.token))
    #expect(throws: DecodingFailure.self) { try told.open(sealed, as: "x") }
    let box = try AES.GCM.SealedBox(combined: sealed)
    #expect(throws: (any Error).self) {
      try AES.GCM.open(
        box, using: SymmetricKey(data: key.token), authenticating: Data("x".utf8))
    }
  }

  @Test func theServerLearnsNeitherKeyNorDigest() {
    let digest = String(repeating: "ab", count: 32)
    #expect(key.token != key.bytes)
    #expect(key.name(ofContent: digest) != digest)
    #expect(key.name(ofContent: digest).count == 64)
    #expect(key.name(ofContent: digest) != SyncKey().name(ofContent: digest))
  }

  @Test func aJoinCodeSurvivesLineBreaks() throws {
    let code = JoinCode(
      address: "postgresql://anna:se%20cret@example.org/home", household: "h-1", key: key)
    let wrapped = code.text.prefix(20) + "\n  " + code.text.dropFirst(20) + "\r\n"
    #expect(try JoinCode(typed: String(wrapped)) == code)
  }

  @Test func aJoinCodeWithAWrongLetterIsRefused() {
    let text = Array(JoinCode(address: "a", household: "h", key: key).text)
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == "A" ? "B" : "A"
      #expect(throws: DecodingFailure.self) { try JoinCode(typed: String(changed)) }
      var cut = text
      cut.remove(at: index)
      #expect(throws: DecodingFailure.self) { try JoinCode(typed: String(cut)) }
    }
  }
}
