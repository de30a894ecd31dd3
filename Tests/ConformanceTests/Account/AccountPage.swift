/// The documentation page that lists everything UIKit does for restoration.
struct AccountPage {
  let sections: [TableSection<AccountItem>]

  private var items: [AccountItem] { sections.flatMap(\.rows) }

  private func count(_ kind: AccountItem.Kind, in items: [AccountItem]) -> Int {
    items.count { $0.kind == kind }
  }

  private func count(_ kind: AccountItem.Kind) -> Int { count(kind, in: items) }

  /// The page as Markdown.
  var text: String {
    """
    # Account

    The features and requirements of UIKit's restoration and life cycle, item by item, and their status in this kit.

    ## Overview

    Of \(items.count) items, \(count(.kept)) are **kept**: the kit or Keepsake does them, as the listed tests show.
    \(count(.mapped)) are **mapped**: a terminal does it in another way, described here with its tests.
    \(count(.missing)) are **missing**: not done yet. \(count(.out)) are **out**, for the stated reason. \
    <doc:Conformance> lists the rules.

    This page is written by `UPDATE_TABLE=1 swift test --filter AccountTests` from `Tests/ConformanceTests/account.txt`.
    One test compares the two; another checks that each listed test exists once and is enabled. A few tests need
    something that a machine may forbid, such as their own network or the kernel's keyring, and report if they can't run.

    | about | kept | mapped | missing | out |
    | --- | --- | --- | --- | --- |

    """ + sections.map(summary(of:)).joined() + sections.map(text(of:)).joined()
  }

  private func summary(of section: TableSection<AccountItem>) -> String {
    let counts = AccountItem.Kind.allCases.map { "\(count($0, in: section.rows))" }
    return "| \(section.title) | \(counts.joined(separator: " | ")) |\n"
  }

  private func text(of section: TableSection<AccountItem>) -> String {
    """

    ## \(section.title)

    | item | in short | status | shown by |
    | --- | --- | --- | --- |

    """ + section.rows.map(row(of:)).joined()
  }

  private func row(of item: AccountItem) -> String {
    let fate =
      item.kind == .kept ? item.kind.rawValue : "**\(item.kind.rawValue)**: \(item.remark)"
    let shown =
      item.tests.isEmpty ? "–" : item.tests.map { "`\($0)`" }.joined(separator: ", ")
    return "| \(item.number) | \(item.wording) | \(fate) | \(shown) |\n"
  }
}
