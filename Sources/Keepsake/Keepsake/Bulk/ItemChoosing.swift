import Foundation
import Inventory
import Reprise

/// A screen with items that an action is for: the marked ones, or else the selected one.
protocol ItemChoosing: ScreenController {
  /// The items, from the top of the list.
  var chosenItems: [UUID] { get }

  /// Whether there are any; quicker than ``chosenItems``.
  var hasChosenItems: Bool { get }

  /// The number of marked items; 0 if the action is for the selected one.
  var markCount: Int { get }

  /// Where the items are kept.
  var shelf: ItemShelf { get }

  /// Whether only items are marked; if not, reports it.
  ///
  /// - Parameter deed: The participle for the report, such as `trashed`.
  func allowsForMarked(_ deed: String) -> Bool
}

extension ItemChoosing {
  /// Whether there are items to change: those in the trash are taken out first.
  var canChangeItems: Bool { shelf != .trash && hasChosenItems }

  /// The items to change; `nil` if there are none or others are marked too, which has been reported.
  func itemsToChange(_ deed: String) -> [UUID]? {
    guard allowsForMarked(deed) else { return nil }
    let items = chosenItems
    return items.isEmpty ? nil : items
  }

  /// The title of an action with the number of marked items.
  func title(_ verb: String) -> String {
    markCount > 0 ? "\(verb) \(Figures.count(markCount))" : verb
  }
}

/// The items of a picker or sheet, chosen on the screen below it.
struct ChosenItems {
  /// The screen; `nil` if it was not restored.
  private(set) weak var screen: (any ItemChoosing)?

  init(_ screen: (any ItemChoosing)? = nil) { self.screen = screen }

  init(coder: Coder) {
    screen = coder.decodeObject(forKey: "chooser") as? any ItemChoosing
  }

  /// Encodes the screen, and the title about its items: after a launch it knows them only once it is laid out.
  func encode(with coder: Coder, title: String) {
    if let screen { coder.encode(object: screen, forKey: "chooser") }
    coder.encode(title, forKey: "title")
  }

  /// The title that was encoded with the items.
  static func title(from coder: Coder) -> String? { coder.decodeString(forKey: "title") }

  /// The items, as they are now.
  var items: [UUID] { screen?.chosenItems ?? [] }

  /// The items to change; `nil` if there are none, which has been reported.
  func itemsToChange(in context: AppContext) -> [UUID]? {
    let items = items
    if !items.isEmpty { return items }
    context.notices.warn("These items are no longer in the list")
    return nil
  }

  /// `“Teapot”` or `30 items`.
  func name(in context: AppContext) -> String {
    let count = screen?.markCount ?? 0
    if count > 1 { return Figures.items(count) }
    let item = items.first.flatMap { uuid in
      context.notices.attempt { try context.store.items.fetch(uuid) } ?? nil
    }
    return item.map { "“\(CellText($0.name, width: 40).string)”" } ?? "items"
  }
}
