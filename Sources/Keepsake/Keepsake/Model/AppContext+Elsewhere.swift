import Inventory
import Reprise

/// Reports what other windows did.
extension AppContext {
  /// Says that another window moved an item to the trash.
  ///
  /// Says nothing if this window did: it has said so. Typing ahead does not remove the line unseen, since the
  /// screen that would explain it is gone.
  ///
  /// - Parameters:
  ///   - item: The item in the trash.
  ///   - rest: What happened to a draft about it, if there is one.
  func reportTrashedElsewhere(_ item: Item, rest: String = "") {
    guard isTakingOver else { return }
    let home = news.map { "by " + shortened($0.author, toLeave: 60) }
    problem(
      line(about: item, " was put into the trash \(home ?? "in another window")" + rest))
  }

  /// Notes that something open when the program ended has gone to the trash since.
  func noteTrashedMeanwhile(_ item: Item, rest: String = "") {
    guard goneMeanwhile == nil || !rest.isEmpty else { return }
    goneMeanwhile = line(about: item, " was put into the trash meanwhile" + rest)
  }

  private func line(about item: Item, _ deed: String) -> String {
    // Leave room for two quotation marks and a column on either side.
    "“\(shortened(item.name, toLeave: CellText(deed).width + 4))”\(deed)"
  }
}
