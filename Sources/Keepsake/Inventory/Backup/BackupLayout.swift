import Foundation
import Storage

/// The names in a backup and in a data directory; a backup has no others.
enum BackupLayout {
  static let manifest = "manifest.json"
  static let inventory = "data/inventory.sqlite"
  static let drafts = "data/drafts.sqlite"
  /// The keys of private items, which a passphrase wraps: without them a backup could not give those back.
  static let keys = "data/keys.bag"
  private static let forgottenKeys = keys + ".forgotten-"
  private static let attachments = "data/attachments/"

  /// The digest in the name of an entry; `nil` if it is not an attachment.
  static func digest(inName name: String) -> String? {
    guard name.hasPrefix(attachments) else { return nil }
    let digest = name.dropFirst(attachments.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard digest.count == 2, digest[0].utf8.count == 2 else { return nil }
    let text = digest.joined()
    return SHA256Text.isOne(text) ? text : nil
  }

  /// Whether a name is of keys with a forgotten passphrase: their sealed content is in the inventory, too.
  static func isForgottenKeys(_ name: String) -> Bool {
    guard name.hasPrefix(forgottenKeys) else { return false }
    let number = name.dropFirst(forgottenKeys.count)
    return (1...3).contains(number.utf8.count) && number.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Whether a backup may contain a name.
  static func mayHold(_ name: String) -> Bool {
    [manifest, inventory, drafts, keys].contains(name) || isForgottenKeys(name)
      || digest(inName: name) != nil
  }

  /// Whether a name in a data directory belongs to the inventory; the others, such as keys, belong to
  /// this login.
  static func isData(_ name: String) -> Bool {
    name == "attachments" || name.hasPrefix("inventory.") || name.hasPrefix("drafts.")
  }

  /// The name of a backup made at a time: `keepsake-2026-05-01-183000.zip`.
  static func name(at time: Timestamp) -> String { "keepsake-\(stamp(time)).zip" }

  /// A time, in the local zone, as part of a file name.
  static func stamp(_ time: Timestamp) -> String {
    timeText(time_t(time / 1000), "%Y-%m-%d-%H%M%S", inUTC: false)
  }
}
