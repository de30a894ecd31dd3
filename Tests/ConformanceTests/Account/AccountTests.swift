import Testing

/// The account is complete, names existing tests and matches its page.
@Suite struct AccountTests {
  private let folder = PackageFolder()
  private let sections: [TableSection<AccountItem>]

  init() throws {
    sections = try TableSection.sections(of: folder.list("account.txt"))
  }

  @Test func everyItemIsListedOnceAndInOrder() {
    #expect(sections.flatMap(\.rows).map(\.number) == Array(1...414))
  }

  /// Every name must belong to exactly one test, since a duplicate could be the wrong one.
  ///
  /// If some machines forbid one test of an item, the item needs another test that runs everywhere.
  @Test func everyNamedTestExistsOnceAndRuns() {
    let known = Dictionary(grouping: folder.tests.all, by: \.name)
    for item in sections.flatMap(\.rows) where !item.tests.isEmpty {
      for name in item.tests {
        let found = known[name] ?? []
        #expect(found.count == 1, "\(name) is in \(found.map(\.file))")
        for test in found { #expect(test.canFail, "\(name) expects nothing") }
      }
      let runsEverywhere = item.tests.contains { known[$0]?.first?.isEnabled == true }
      #expect(runsEverywhere, "no test of item \(item.number) runs everywhere")
    }
  }

  @Test func everyTestOfARuleRunsAndCanFail() {
    for test in folder.tests.all where test.name.hasPrefix("rule_") {
      #expect(test.isEnabled, "\(test.name) does not run everywhere")
      #expect(test.canFail, "\(test.name) expects nothing")
    }
  }

  @Test func accountPageMatchesItsList() throws {
    let text = AccountPage(sections: sections).text
    #expect(try folder.page("items.md").difference(from: text) == nil)
  }

  @Test(arguments: [
    "1 | kept | words", "1 | kept | words | ", "1 | kept | words | test | more",
    "1 | mapped | words", "1 | mapped | words | equivalent", "1 | out | words | reason | test",
    "1 | missing | words", "1 | missing | words | reason | test", "1 | maybe | words | reason",
    "one | out | words | reason", "1 | out | | reason",
  ])
  func linesWithMissingOrExtraPartsAreRefused(line: String) {
    #expect(throws: UnreadableLine.self) {
      try TableSection<AccountItem>.sections(of: "## Title\n\(line)")
    }
  }

  @Test func testsAreFoundInSources() {
    let source = """
      @Test func onOneLine() {}
      @Test(arguments: [
        ("a", 1),
      ])
      func afterItsArguments(_ text: String) {
        #expect(text == "a")
      }
      func noTest() {}
      // @Test func commentedOut() {}
      @Test(.disabled("for now")) func switchedOff() throws { try #require(false) }
      @Test(.enabled(if: canTry), .timeLimit(.minutes(1)))
      func sometimes() {
        helper(expecting: 1)
      }
      """
    let tests = TestFunctions(source: source).all
    #expect(tests.map(\.name) == ["onOneLine", "afterItsArguments", "switchedOff", "sometimes"])
    #expect(tests.map(\.isEnabled) == [true, true, false, false])
    #expect(tests.map(\.canFail) == [false, true, true, true])
  }

  @Test func conditionallyCompiledTestsAreSkipped() {
    let source = """
      #if os(macOS)
      @Test func elsewhere() {}
      #endif
      @Test func here() {}
      """
    #expect(TestFunctions(source: source).all.map(\.name) == ["here"])
  }
}
