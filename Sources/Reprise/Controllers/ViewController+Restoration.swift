extension ViewController {
  /// The view of this screen with a restoration identifier, the first in order; loads the screen's view.
  ///
  /// Views of child controllers are theirs.
  public func view(withRestorationIdentifier identifier: String) -> View? {
    var found: View?
    view.walkOwned { if found == nil, $0.restorationIdentifier == identifier { found = $0 } }
    return found
  }

  /// Keys that the kit uses in the coder of a controller.
  enum StateKey {
    static let views = "reprise.views"
    static let focus = "reprise.focus"
    static let editing = "reprise.editing"
    static let presented = "reprise.presented"
  }

  /// Saves the presented controller, the views with identifiers (contract 2.3), editing and focus.
  ///
  /// A view that was never loaded is not loaded for this (contract 2.12).
  func encodeKitState(with coder: Coder) {
    var views: [View] = []
    if isViewLoaded {
      view.walkOwned { if $0.restorationIdentifier != nil { views.append($0) } }
      preserver?.noteNamesakes(in: views)
    }
    coder.encodeKitState {
      if !views.isEmpty { coder.encode(objects: views, forKey: StateKey.views) }
      if let focusedView { coder.encode(object: focusedView, forKey: StateKey.focus) }
      if isEditing { coder.encode(true, forKey: StateKey.editing) }
      if let presentedViewController {
        coder.encode(object: presentedViewController, forKey: StateKey.presented)
      }
    }
  }

  /// Saves the scene it was made from, whether or not it calls `super` when it encodes.
  func encodeScene(with coder: Coder) {
    guard let storyboardScene else { return }
    let key = Application.stateRestorationViewControllerStoryboardKey
    coder.encodeKitState { coder.encode(value: storyboardScene.value, forKey: key) }
  }

  /// Reads what ``encodeKitState(with:)`` wrote; the views decode here, after their controller.
  func decodeKitState(with coder: Coder) {
    if coder.decodeBool(forKey: StateKey.editing) { setEditing(true) }
    for (object, coder) in coder.decodeObjectsAndStates(forKey: StateKey.views) {
      (object as? View)?.decodeRestorableState(with: coder)
    }
    if let focus = coder.decodeObject(forKey: StateKey.focus) as? View { focusedView = focus }
    if let presented = coder.decodeObject(forKey: StateKey.presented) as? ViewController {
      present(presented)
    }
  }

  /// The children that exist already, each with the index that tells equal siblings apart.
  ///
  /// Restoring looks here for controllers that need no making (contract 3.4). Paths go through
  /// containers without identifiers, so what lies in those counts as their own.
  var restorableChildren: [(controller: ViewController, index: Int?)] {
    children.flatMap { $0.restorable(at: restorationIndex(of: $0)) }
      + (presentedViewController?.restorable(at: nil) ?? [])
  }

  /// This controller, or what lies in it when it has no identifier itself.
  func restorable(at index: Int?) -> [(controller: ViewController, index: Int?)] {
    restorationIdentifier == nil ? restorableChildren : [(controller: self, index: index)]
  }
}
