/// The documentation page that lists the rules, their status and their tests.
struct ConformancePage {
  let sections: [RuleSection]
  let tests: RuleTestNames

  private var rules: [Rule] { sections.flatMap(\.rows) }

  private func count(_ status: Rule.Status) -> Int { rules.count { $0.status == status } }

  /// The tests of a rule; a step without tests is covered by its sequence.
  func testNames(for rule: Rule) -> [String] {
    tests.byNumber[rule.number] ?? []
  }

  /// The page as Markdown.
  var text: String {
    """
    # Conformance

    How this kit implements each rule of state preservation and restoration.

    ## Overview

    Each rule of the restoration contract has a number, which appears in the names of the tests that prove it. Of
    \(rules.count) rules, \(count(.kept)) are kept, \(count(.different)) are different on purpose, and \
    \(count(.missing)) are missing. The steps of a sequence have
    their own numbers; the tests of the whole sequence cover them.

    `UPDATE_TABLE=1 Scripts/test ConformanceTableTests` generates this page from `Tests/ConformanceTests/rules.txt`
    and the names of the tests.

    """ + sections.map(text(of:)).joined()
  }

  private func text(of section: RuleSection) -> String {
    """

    ## \(section.title)

    | rule | in short | status | shown by |
    | --- | --- | --- | --- |

    """ + section.rows.map(row(of:)).joined()
  }

  private func row(of rule: Rule) -> String {
    var names = testNames(for: rule).map { "`\($0)`" }
    if names.isEmpty, let sequence = rule.sequence, tests.byNumber[sequence] != nil {
      names = ["as \(sequence)"]
    }
    let status = rule.reason.isEmpty ? "kept" : "**\(rule.status.rawValue)**: \(rule.reason)"
    let shown = names.isEmpty ? "–" : names.joined(separator: ", ")
    return "| \(rule.number) | \(rule.wording) | \(status) | \(shown) |\n"
  }
}
