import Testing

@testable import Inventory
@testable import Sync

/// Two homes never assign the same number concurrently.
@Suite struct OwnNumbersTests {
  @Test func eachHomeHasNumbersOfItsOwn() {
    let members = ["b", "c", "a"]
    let given = members.map { home in
      (1...9).map { OwnNumbers(of: home, among: members).first(from: $0) }
    }
    for numbers in given { #expect(zip(1..., numbers).allSatisfy { $0 <= $1 && $1 < $0 + 3 }) }
    #expect(Set(given[0]).isDisjoint(with: given[1]))
    #expect(Set(given[0] + given[1]).isDisjoint(with: given[2]))
  }

  @Test func aSingleOrUnknownHomeTakesAnyNumber() {
    for members in [[], ["a"], ["b", "c"]] {
      let numbers = OwnNumbers(of: "a", among: members)
      #expect((1...5).map(numbers.first(from:)) == [1, 2, 3, 4, 5])
    }
  }
}
