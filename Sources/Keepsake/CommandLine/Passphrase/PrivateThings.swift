import Inventory
import Reprise

/// What only the passphrase opens.
nonisolated struct PrivateThings {
  private let items: Int
  private let drafts: Int

  /// Counts them; `nil` without any.
  init?(in paths: AppDirectories) throws {
    items = try Workspace.openInventory(in: paths.data).privateItemCount()
    drafts = try DraftStore(directory: paths.data).drafts().count(where: \.isPrivate)
    if items == 0, drafts == 0 { return nil }
  }

  /// How many there are: `1 private item and 2 private drafts`.
  var words: String {
    parts(
      Figures.count(items, "private item", "private items"),
      Figures.count(drafts, "private draft", "private drafts")
    ).joined(separator: " and ")
  }

  /// What to do in a window, so that nothing is private any more.
  var advice: String {
    parts("press H on each item, those in the trash, too", "save or discard each draft")
      .joined(separator: ", and ")
  }

  /// Those of two texts that there is something for.
  private func parts(_ ofItems: String, _ ofDrafts: String) -> [String] {
    [(items, ofItems), (drafts, ofDrafts)].filter { $0.0 > 0 }.map(\.1)
  }
}
