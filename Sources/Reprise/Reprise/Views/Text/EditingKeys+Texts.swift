extension TextField {
  /// The keys that edit, with those that a person gave.
  var keys: EditingKeys<TextAction> { host?.editingKeys(of: TextAction.keys) ?? TextAction.keys }
}

extension TextView {
  /// The keys that edit, with those that a person gave.
  var keys: EditingKeys<TextViewAction> {
    host?.editingKeys(of: TextViewAction.keys) ?? TextViewAction.keys
  }

  /// Whether an action does something here and now.
  func isPossible(_ action: TextViewAction) -> Bool {
    (isEditable || !action.changesText) && !leadsOut(action)
  }

  /// Does what keys mean, if they mean something here and now.
  func perform(ifPossible action: TextViewAction?) -> Bool {
    guard let action, isPossible(action) else { return false }
    perform(action)
    return true
  }
}
