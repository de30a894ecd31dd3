/// The page of the documentation that accounts for everything UIKit does for restoration.
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

    What UIKit's restoration and life cycle do and ask for, item by item, and what becomes of each here.

    ## Overview

    Of \(items.count) items \(count(.kept)) are **kept**: the kit or Keepsake does them, and the tests named beside \
    them show it.
    \(count(.mapped)) are **mapped**: a terminal has something else that does it, named here with its tests.
    \(count(.missing)) are **missing**: not done yet. \(count(.out)) are **out**, and why. The rules behind them \
    stand in <doc:Conformance>.

    This page is written by `UPDATE_TABLE=1 swift test --filter AccountTests` from `Tests/ConformanceTests/account.txt`.
    A test compares both, and another one looks whether every test that is named is there, once, and is not switched off. A few
    need what a machine may forbid, as a network of their own or the kernel's keyring, and say so where they cannot run.

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

    | item | in short | what becomes of it | shown by |
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
