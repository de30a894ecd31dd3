import Foundation
import Reprise

extension AppContext {
  /// The item that a saved screen is about, under the key `item`, as long as it is there and not in the
  /// trash.
  static func liveItem(savedIn coder: Coder) -> (context: AppContext, item: UUID)? {
    guard let context = coder.environment[AppContext.self],
      let item = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let found = try? context.store.item(item), found.deletedAt == nil
    else { return nil }
    return (context, item)
  }
}
