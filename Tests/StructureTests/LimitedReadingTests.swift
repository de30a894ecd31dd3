import Foundation
import TestSupport
import Testing

/// Reads under content limits use views; only code that needs every row names the tables.
@Suite struct LimitedReadingTests {
  /// The files that name the item tables with their schema, and the reasons.
  private static let allowed: [String: String] = [
    "Inventory/ContentLimits/HiddenItems.swift": "finds hidden items",
    "Inventory/ContentLimits/LimitedViews.swift": "creates the views",
    "Inventory/ContentLimits/RatedCounts.swift": "counts hidden items",
    "Inventory/Edits/HiddenChanges.swift": "finds hidden items",
    "Inventory/Edits/HiddenContents.swift": "moves hidden items",
    "Inventory/Database/SyncTriggers.swift": "homes exchange everything",
    "Inventory/Database/Meta.swift": "repairs the counts of all items",
    "Inventory/Database/Nesting.swift": "hidden items have a nesting level, too",
    "Inventory/Database/StoredAttachment.swift": "counts what still uses a file",
    "Inventory/Edits/ChangeLog.swift": "names what is deleted for good",
    "Inventory/Edits/Purge.swift": "deletes rows",
    "Inventory/Database/WordRebuild.swift": "writes the words of all items",
    "Inventory/FullText/SearchIndex.swift": "writes the words of all items",
    "Inventory/Stores/Lists/ItemMatches.swift": "finds rows, which the list reads through the view",
    "Inventory/Edits/AttachmentWriter.swift": "writes",
    "Inventory/Edits/ItemWriter.swift": "writes, and numbers are unique",
    "Inventory/Edits/TagEdits.swift": "hidden items keep their tags",
    "Inventory/Edits/ItemOrder.swift": "numbers are unique",
    "Inventory/Edits/PrivacyEdits.swift": "writes",
    "Inventory/Edits/RangeUndo.swift": "writes",
    "Inventory/Database/AttachedContent.swift": "keeps every file",
    "Inventory/Doctor/Doctor.swift": "compares every row with the index",
    "Sync/Apply/SyncContent.swift": "keeps every file",
    "Inventory/Stores/SettingsStore.swift": "an inventory with hidden items isn't empty",
  ]

  @Test func onlyListedFilesNameTheItemTables() throws {
    let root = Checkout.root.appending(path: "Sources/Keepsake")
    let naming = /main\.(item|item_tag|custom_field|attachment)\b|main\.\\\(/
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where name.hasSuffix(".swift") {
      let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      if source.contains(naming) { found.insert(name) }
    }
    #expect(found.sorted() == Self.allowed.keys.sorted())
  }

  /// Without the schema, a file that writes would fail for a login with limits, since SQLite can't write to a view.
  @Test func writingFilesNameTheItemTables() throws {
    let root = Checkout.root.appending(path: "Sources/Keepsake/Inventory/Edits")
    let writing =
      /(INSERT (OR \w+ )?INTO|UPDATE|DELETE FROM) (item|item_tag|custom_field|attachment)\b/
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      #expect(!source.contains(writing), "\(name)")
    }
  }
}
