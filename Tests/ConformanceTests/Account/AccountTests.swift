import Testing

/// The account is whole, names tests that there are, and stands on its page.
@Suite struct AccountTests {
  private let folder = PackageFolder()
  private let sections: [TableSection<AccountItem>]

  init() throws {
    sections = try TableSection.sections(of: folder.list("account.txt"))
  }

  @Test func everyItemIsListedOnceAndInOrder() {
    #expect(sections.flatMap(\.rows).map(\.number) == Array(1...414))
  }

  @Test func everyTestThatIsNamedIsThere() {
    let known = Set(folder.tests.names)
    let named = sections.flatMap(\.rows).flatMap(\.tests)
    #expect(named.filter { !known.contains($0) } == [])
  }

  @Test func thePageIsWhatTheListSays() throws {
    let text = AccountPage(sections: sections).text
    let written = try folder.page("Account.md", updatedTo: text)
    #expect(written == text, "UPDATE_TABLE=1 swift test --filter AccountTests writes it anew")
  }

  @Test(arguments: [
    "1 | kept | words", "1 | kept | words | ", "1 | kept | words | test | more",
    "1 | mapped | words", "1 | out | words | reason | test", "1 | maybe | words | reason",
    "one | out | words | reason", "1 | out | | reason",
  ])
  func aLineThatSaysTooLittleOrTooMuchIsRefused(line: String) {
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
      func afterItsArguments(_ text: String) {}
      func noTest() {}
      """
    #expect(TestFunctions(source: source).names == ["onOneLine", "afterItsArguments"])
  }
}
