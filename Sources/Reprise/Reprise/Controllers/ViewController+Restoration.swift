extension ViewController {
  /// The first view of this screen with a restoration identifier; loads the screen's view.
  ///
  /// Views of child controllers belong to those.
  public func view(withRestorationIdentifier identifier: String) -> View? {
    var found: View?
    view.walkOwned { if found == nil, $0.restorationIdentifier == identifier { found = $0 } }
    return found
  }

  /// The kit's own keys in the coder of a controller.
  enum StateKey {
    static let views = "reprise.views"
    static let focus = "reprise.focus"
    static let focusPlace = "reprise.focusPlace"
    static let editing = "reprise.editing"
    static let presented = "reprise.presented"
    static let focusedChild = "reprise.focusedChild"
    static let focusedChildIndex = "reprise.focusedChildIndex"
    static let storyboard = "reprise.storyboard"
    static let children = "reprise.children"
    static let hasFocusItself = "reprise.hasFocusItself"
  }

  /// Writes the presented controller, the views with identifiers (contract 2.3), editing mode and
  /// focus.
  ///
  /// Does not load a view for it (contract 2.12).
  func encodeKitState(with coder: Coder) {
    var views: [View] = []
    if isViewLoaded {
      view.walkOwned { view in
        if view.restorationIdentifier != nil { views.append(view) }
        views += view.savedCompanions
      }
      noteNamesakes(in: views)
    }
    coder.encodeKitState {
      if !views.isEmpty { coder.encode(objects: views, forKey: StateKey.views) }
      encodeFocus(with: coder)
      encodeFocusedChild(with: coder)
      if isEditing { coder.encode(true, forKey: StateKey.editing) }
      if let presentedViewController {
        coder.encode(object: presentedViewController, forKey: StateKey.presented)
      }
      encodeQuestion(with: coder)
    }
  }

  /// Reports views with the same identifier, which only their order distinguishes (contract 2.A.3).
  private func noteNamesakes(in views: [View]) {
    if views.count < 2 { return }
    var seen: Set<String> = []
    for identifier in views.compactMap(\.restorationIdentifier)
    where !seen.insert(identifier).inserted {
      preserver?.remark(
        "several views of one screen are named \"\(identifier)\": "
          + "only their order distinguishes them")
    }
  }

  /// Writes the scene that the controller was made from, whether or not the subclass calls `super`.
  func encodeScene(with coder: Coder) {
    guard let storyboardScene else { return }
    coder.encodeKitState {
      coder.encode(value: storyboardScene.value, forKey: StateKey.storyboard)
    }
  }

  /// The restored children that this container has not encoded itself, in their saved order.
  ///
  /// The kit saves every child that has a restoration identifier. Children that exist when the container is decoded
  /// are restored in place. Call this for the others, which a restoration class or a factory has made, and add them:
  ///
  /// ```swift
  /// override func decodeRestorableState(with coder: Coder) {
  ///   super.decodeRestorableState(with: coder)
  ///   for child in decodeChildren(with: coder) { addChild(child) }
  /// }
  /// ```
  ///
  /// Adding a child that is there already changes nothing.
  public func decodeChildren(with coder: Coder) -> [ViewController] {
    (coder.decodeObjects(forKey: StateKey.children) ?? []).compactMap { $0 as? ViewController }
  }

  /// Reads what ``encodeKitState(with:)`` wrote; the views decode here, after their controller.
  func decodeKitState(with coder: Coder) {
    if coder.decodeBool(forKey: StateKey.editing) { setEditing(true) }
    for (object, coder) in coder.decodeObjectsAndStates(forKey: StateKey.views) {
      if let view = object as? View { preserver?.decode(view, with: coder) }
    }
    decodeFocus(with: coder)
    decodeFocusedChild(with: coder)
    if let presented = coder.decodeObject(forKey: StateKey.presented) as? ViewController {
      presentRestored(presented)
    }
    decodeQuestion(with: coder)
  }

  /// Writes the focused view; one without an identifier by its index among the views of the screen,
  /// which changes only with the hierarchy.
  private func encodeFocus(with coder: Coder) {
    guard let focusedView else { return }
    if focusedView.restorationIdentifier != nil {
      return coder.encode(object: focusedView, forKey: StateKey.focus)
    }
    let place = ownedViews.firstIndex { $0 === focusedView }
    if let place { coder.encode(place, forKey: StateKey.focusPlace) }
  }

  private func decodeFocus(with coder: Coder) {
    if let focus = coder.decodeObject(forKey: StateKey.focus) as? View {
      focusedView = focus
    } else if let place = coder.value(forKey: StateKey.focusPlace).flatMap(Int.init(savedValue:)) {
      let views = ownedViews
      guard views.indices.contains(place), views[place].canBecomeFirstResponder else { return }
      focusedView = views[place]
    }
  }

  var ownedViews: [View] {
    guard isViewLoaded else { return [] }
    var views: [View] = []
    view.walkOwned { views.append($0) }
    return views
  }

  /// Writes the name of the child that the focus was moved into.
  ///
  /// A name is no reference, so that it is the container that decides whether the child is part of the
  /// state.
  private func encodeFocusedChild(with coder: Coder) {
    if hasFocusItself { return coder.encode(true, forKey: StateKey.hasFocusItself) }
    guard let focusedChild, focusedChild.parent === self,
      let identifier = focusedChild.restorationIdentifier
    else { return }
    coder.encode(identifier, forKey: StateKey.focusedChild)
    if let index = restorationIndex(of: focusedChild) {
      coder.encode(index, forKey: StateKey.focusedChildIndex)
    }
  }

  private func decodeFocusedChild(with coder: Coder) {
    hasFocusItself = coder.decodeBool(forKey: StateKey.hasFocusItself)
    guard let identifier = coder.decodeString(forKey: StateKey.focusedChild) else { return }
    let index = coder.decodeInt(forKey: StateKey.focusedChildIndex)
    focusedChild = children.first {
      $0.restorationIdentifier == identifier && restorationIndex(of: $0) == index
    }
  }

  /// The existing children, each with the index that distinguishes equal siblings.
  ///
  /// Restoring looks here before it makes a controller (contract 3.4). Paths skip containers without an
  /// identifier, so the children of those count as this controller's.
  var restorableChildren: [(controller: ViewController, index: Int?)] {
    children.flatMap { $0.restorable(at: restorationIndex(of: $0)) }
      + (presentedViewController?.restorable(at: nil) ?? [])
  }

  /// This controller; if it has no identifier, its children.
  func restorable(at index: Int?) -> [(controller: ViewController, index: Int?)] {
    restorationIdentifier == nil ? restorableChildren : [(controller: self, index: index)]
  }
}

/// Makes or finds view controllers at launch (contract 3.2).
///
/// ```swift
/// static func viewController(
///   withRestorationIdentifierPath path: [String], coder: Coder
/// ) -> ViewController? {
///   coder.decodeInt(forKey: "number").map { Page($0) }
/// }
/// ```
public protocol ViewControllerRestoration {
  /// Returns the controller for a saved one, or `nil` to leave it out with its children.
  ///
  /// Only make the object; its state is decoded afterwards. Its dependencies, such as a store, are
  /// in the `environment` of the coder.
  ///
  /// - Parameters:
  ///   - identifierPath: The restoration identifiers from the root down to the controller.
  ///   - coder: The state that the controller saved.
  static func viewController(
    withRestorationIdentifierPath identifierPath: [String], coder: Coder
  ) -> ViewController?
}
