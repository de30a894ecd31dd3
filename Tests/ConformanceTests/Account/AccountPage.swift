/// The documentation page that accounts for everything UIKit does for restoration.
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

    How Reprise and Keepsake cover UIKit's state restoration and app life cycle, item by item.

    ## Overview

    Of \(items.count) items, \(count(.kept)) are **kept**: the kit or Keepsake does the same, as the named tests \
    prove.
    \(count(.mapped)) are **mapped**: a terminal has an equivalent, which is named together with its tests.
    \(count(.missing)) are **missing**: not implemented yet. \(count(.out)) are **out**, with the reason. \
    [Rules](rules.md) lists the underlying rules.

    `UPDATE_TABLE=1 Scripts/test AccountTests` generates this page from `Tests/ConformanceTests/account.txt`.
    One test compares the two; another checks that every named test exists exactly once and is enabled. A few tests need
    features that some machines forbid, such as private networks or the kernel's keyring, and report if they can't run.

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
