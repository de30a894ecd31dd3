import Foundation
import Reprise

/// A screen that shows data of the inventory.
class ScreenController: ViewController {
  let context: AppContext

  init(context: AppContext) {
    self.context = context
    super.init()
    userActivity = UserActivity(activityType: "keepsake.look")
  }

  /// Whether Esc leads back to the list next to the item, from which this screen was opened.
  var returnsToList = false {
    didSet {
      guard returnsToList != oldValue else { return }
      setNeedsPreservation()
      navigationItem.backAction =
        returnsToList ? BackAction("Items") { [weak self] in self?.returnToList() } : nil
    }
  }

  /// Goes back to the item, and on to the list.
  private func returnToList() {
    let split = splitViewController
    navigationController?.pop(from: self)
    split?.show(.primary)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if returnsToList { coder.encode(true, forKey: "returnsToList") }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    returnsToList = coder.decodeBool(forKey: "returnsToList")
  }

  /// The one item that the screen is about, if it is.
  var subject: UUID? { nil }

  /// What a person does here, in words for the list of sessions.
  var doing: String { "looking at “\(title)”" }

  override func updateUserActivityState(_ activity: UserActivity) {
    activity.title = doing
    activity["item"] = subject
  }

  /// Has the words for the list of sessions stored anew.
  func setNeedsActivity() { userActivity?.needsSave = true }

  /// Undo and redo belong to the screens that show the data: under a sheet they would change what
  /// nobody sees.
  override var actions: [Action] { undoActions }

  // Made once: the window reads them at every key.
  private lazy var undoActions = [
    Action("data.undo", "Undo", "u", isHinted: false, for: self) { $0.context.undo() },
    Action("data.redo", "Redo", "^R", isHinted: false, for: self) { $0.context.redo() },
  ]

  /// Reads the data again after a change.
  func dataDidChange() {}

  /// Called when the line to the household's server stands another way.
  func householdDidChange() {}

  /// Called when more rows of the screen's list are known.
  func rowsDidChange() {}

  /// Called when the value of everything was added up again.
  func worthDidChange() {}

  // MARK: - What a list does when it is in front

  /// Selects a row by its identifier, if it is there.
  func select(_ identifier: String) {}

  /// Selects an item that a form saved, or says why it is not shown.
  func show(saved item: SavedItem) {}

  /// The identifier of the selected row.
  var selectedIdentifier: String? { nil }

  /// Removes the filter.
  func endFiltering() {}
}
