import Testing

/// The page of the rules matches the list and the tests.
@Suite struct ConformanceTableTests {
  private let folder = PackageFolder()
  private let sections: [RuleSection]
  private let tests: RuleTestNames

  init() throws {
    sections = try RuleSection.sections(of: folder.list("rules.txt"))
    tests = RuleTestNames(folder.tests)
  }

  private var rules: [Rule] { sections.flatMap(\.rows) }

  /// `contract.txt` holds exactly the numbers of the contract, so that no rule is forgotten.
  @Test func everyRuleOfTheContractIsListedOnceAndInOrder() throws {
    let numbers = try ContractNumbers(folder.list("contract.txt")).numbers
    #expect(numbers.count > 200)
    #expect(Set(numbers).subtracting(rules.map(\.number)) == [], "not listed")
    #expect(Set(rules.map(\.number)).subtracting(numbers) == [], "not in the contract")
    #expect(rules.map(\.number) == numbers)
  }

  @Test func missingRulesHaveNoTest() {
    let missing = rules.filter { $0.status == .missing && tests.byNumber[$0.number] != nil }
    #expect(missing.map(\.number) == [])
  }

  @Test func everyKeptRuleHasATest() {
    let unshown = rules.filter { rule in
      rule.status == .kept && tests.byNumber[rule.number] == nil
        && rule.sequence.flatMap { tests.byNumber[$0] } == nil
    }
    #expect(unshown.map(\.number) == [])
  }

  @Test func everyTestNamesARuleOfTheList() {
    let known = Set(rules.map(\.number))
    #expect(tests.byNumber.filter { !known.contains($0.key) }.flatMap(\.value) == [])
  }

  @Test func conformancePageMatchesListAndTests() throws {
    let text = ConformancePage(sections: sections, tests: tests).text
    #expect(try folder.page("rules.md").difference(from: text) == nil)
  }

  @Test(arguments: [
    ("rule_2_B_2_truncatesStack", "2.B.2"), ("rule_1_5_withoutATerminal", "1.5"),
    ("rule_1_10_everything", "1.10"), ("rule_5_9_a", "5.9"),
  ])
  func testNamesContainTheirRuleNumbers(name: String, number: String) {
    #expect(RuleTestNames.number(of: name) == number)
  }
}
