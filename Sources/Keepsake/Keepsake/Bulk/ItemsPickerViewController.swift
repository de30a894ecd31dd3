import Foundation
import Inventory
import Reprise

/// A picker whose choice is done to items chosen on the screen below.
class ItemsPickerViewController: PickerViewController {
  let context: AppContext
  private var chosen: ChosenItems

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - verb: The beginning of the title, such as `Move`.
  ///   - items: The items.
  ///   - context: The services.
  init(_ verb: String, _ items: ChosenItems, context: AppContext) {
    self.context = context
    chosen = items
    super.init()
    searchBar.textField.restorationIdentifier = "filter"
    title = "\(verb) \(items.name(in: context))"
  }

  /// The items, as they are now; `nil` if there are none, which has been reported.
  func itemsToChange() -> [UUID]? { chosen.itemsToChange(in: context) }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    chosen.encode(with: coder, title: title)
  }

  override func decodeRestorableState(with coder: Coder) {
    chosen = ChosenItems(coder: coder)
    title = ChosenItems.title(from: coder) ?? title
    super.decodeRestorableState(with: coder)
  }
}
