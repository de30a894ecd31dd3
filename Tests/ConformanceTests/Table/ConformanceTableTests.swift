import Testing

/// The page of the rules says what the list and the tests say.
@Suite struct ConformanceTableTests {
  private let folder = PackageFolder()
  private let sections: [RuleSection]
  private let tests: RuleTestNames

  init() throws {
    sections = try RuleSection.sections(of: folder.list("rules.txt"))
    tests = RuleTestNames(folder.tests)
  }

  private var rules: [Rule] { sections.flatMap(\.rows) }

  @Test func everyRuleIsListedOnce() {
    #expect(Set(rules.map(\.number)).count == rules.count)
    #expect(rules.count == 204)
  }

  @Test func everyRuleThatIsKeptHasATest() {
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

  @Test func thePageIsWhatTheListAndTheTestsSay() throws {
    let text = ConformancePage(sections: sections, tests: tests).text
    let written = try folder.page("Conformance.md", updatedTo: text)
    #expect(written == text, "UPDATE_TABLE=1 swift test --filter ConformanceTable writes it anew")
  }

  @Test(arguments: [
    ("rule_2_B_2_truncatesStack", "2.B.2"), ("rule_1_5_withoutATerminal", "1.5"),
    ("rule_1_10_everything", "1.10"), ("rule_5_9_a", "5.9"),
  ])
  func aNameCarriesItsNumber(name: String, number: String) {
    #expect(RuleTestNames.number(of: name) == number)
  }
}
