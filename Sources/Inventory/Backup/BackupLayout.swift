import Foundation
import SystemSupport

/// The names in a backup and in a data directory; a backup holds no others.
enum BackupLayout {
  static let manifest = "manifest.json"
  static let inventory = "data/inventory.sqlite"
  static let drafts = "data/drafts.sqlite"
  private static let attachments = "data/attachments/"

  /// The digest that an entry's name promises; nil for what is no attachment.
  static func digest(inName name: String) -> String? {
    guard name.hasPrefix(attachments) else { return nil }
    let digest = name.dropFirst(attachments.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard digest.count == 2, digest[0].utf8.count == 2 else { return nil }
    let text = digest.joined()
    return SHA256Text.isOne(text) ? text : nil
  }

  /// Whether a backup may hold a file of that name.
  static func mayHold(_ name: String) -> Bool {
    [manifest, inventory, drafts].contains(name) || digest(inName: name) != nil
  }

  /// What is the inventory's in a data directory; the rest, such as keys, is this login's.
  static func isData(_ name: String) -> Bool {
    name == "attachments" || name.hasPrefix("inventory.") || name.hasPrefix("drafts.")
  }

  /// The name of a backup that was made then: `keepsake-2026-05-01-183000.zip`.
  static func name(at time: Timestamp) -> String { "keepsake-\(stamp(time)).zip" }

  /// A moment as part of a file's name, by the clock on the wall.
  static func stamp(_ time: Timestamp) -> String {
    timeText(time_t(time / 1000), "%Y-%m-%d-%H%M%S", inUTC: false)
  }
}
