import Inventory
import Reprise

/// What only the passphrase opens.
nonisolated enum PrivateThings {
  /// How many there are, in words: `1 private item and 2 private drafts`; `nil` without any.
  static func count(in paths: AppDirectories) throws -> String? {
    let items = try Workspace.openInventory(in: paths.data).privateItemCount()
    let drafts = try DraftStore(directory: paths.data).drafts().count(where: \.isPrivate)
    let parts = [
      (items, "private item", "private items"), (drafts, "private draft", "private drafts"),
    ]
    let there = parts.filter { $0.0 > 0 }.map { Figures.count($0.0, $0.1, $0.2) }
    return there.isEmpty ? nil : there.joined(separator: " and ")
  }
}
