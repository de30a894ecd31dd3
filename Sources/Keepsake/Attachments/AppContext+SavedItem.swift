import Foundation
import Reprise

extension AppContext {
  /// The item that a saved screen shows, stored under the key `item`; `nil` if it is gone or in the trash.
  static func liveItem(savedIn coder: Coder) -> (context: AppContext, item: UUID)? {
    guard let context = coder.environment[AppContext.self],
      let item = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let found = try? context.store.item(item), found.deletedAt == nil
    else { return nil }
    return (context, item)
  }
}
