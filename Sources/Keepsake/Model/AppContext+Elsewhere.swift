import Inventory
import Reprise

/// What is said about the deeds of other windows.
extension AppContext {
  /// Says that another window put an item into the trash (design 5.3).
  ///
  /// Says nothing when this window did: it has said so already. Typing ahead does not take it away
  /// unseen, since the screen that it is about is gone with it.
  ///
  /// - Parameters:
  ///   - item: What is gone.
  ///   - rest: What becomes of what was typed about it, if anything was.
  func sayIfTrashedElsewhere(_ item: Item, rest: String = "") {
    guard isTakingOver else { return }
    problem(line(about: item, " was put into the trash in another window" + rest))
  }

  /// Takes note that something that was open when the program ended went to the trash since.
  func noteTrashedMeanwhile(_ item: Item, rest: String = "") {
    guard goneMeanwhile == nil || !rest.isEmpty else { return }
    goneMeanwhile = line(about: item, " was put into the trash meanwhile" + rest)
  }

  private func line(about item: Item, _ deed: String) -> String {
    // Two quotation marks, and a column on either side of the line.
    "“\(shortened(item.name, toLeave: CellText(deed).width + 4))”\(deed)"
  }
}
