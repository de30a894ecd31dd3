import Inventory
import Reprise

extension ItemFormModel: UserActivityDelegate {
  /// Names the item as it is stored: what is typed changes too often for a list of sessions.
  func userActivityWillSave(_ userActivity: UserActivity) {
    let name = CellText(form.item.name, width: 200).string
    userActivity.title =
      if itemUUID == nil { "adding an item" } else { "editing “\(name)”" }
    userActivity["item"] = itemUUID
  }
}
