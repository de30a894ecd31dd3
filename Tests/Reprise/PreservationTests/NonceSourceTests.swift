import RepriseTesting
import Storage
import Testing

@testable import Preservation

/// A nonce that is used twice would reveal what it sealed.
@Suite(.leavesMainActorAlone) struct NonceSourceTests {
  @Test func noneIsEverGivenOutTwice() throws {
    var source = NonceSource()
    var seen: Set<[UInt8]> = []
    var drawn = 0
    for count in [1, 1, 0, 19, 1, 20, 21, 22, 1, 1_000, 1, 43, 64, 1] {
      let nonces = try source.draw(count)
      drawn += count
      for index in 0..<count { seen.insert(Array(try nonces[index])) }
    }
    #expect(seen.count == drawn)
    #expect(seen.allSatisfy { $0.count == Nonces.size && Set($0).count > 1 })
  }

  @Test func everyByteIsFromTheSystem() throws {
    let first = try (0..<64).map { _ in
      var source = NonceSource()
      return Array(try source.draw(1)[0])
    }
    for position in 0..<Nonces.size { #expect(Set(first.map { $0[position] }).count > 1) }
  }

  @Test func aKeyThatIsWipedIsZeros() {
    var key: [UInt8] = [1, 2, 3]
    KeyMemory.wipe(&key)
    #expect(key == [0, 0, 0])
  }
}
