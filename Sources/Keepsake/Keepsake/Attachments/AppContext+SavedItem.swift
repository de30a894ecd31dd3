import Foundation
import Reprise

extension AppContext {
  /// Whether an item is there and not in the trash; a failure to read is said.
  func isThere(_ item: UUID) -> Bool {
    let found = attempt { try store.items.fetch(item) } ?? nil
    return found.map { $0.deletedAt == nil } ?? false
  }

  /// The item that a saved screen shows, stored under the key `item`; `nil` if it is gone or in the trash.
  static func liveItem(savedIn coder: Coder) -> (context: AppContext, item: UUID)? {
    guard let context = coder.environment[AppContext.self],
      let item = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let found = try? context.store.items.fetch(item), found.deletedAt == nil
    else { return nil }
    return (context, item)
  }
}
