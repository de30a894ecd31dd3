/// Finds elements on the screen for tests.
package struct ScreenLookup {
  private let window: Window

  /// Searches the current contents of a window.
  package init(in window: Window) {
    self.window = window
  }

  /// The views and controllers at a path of restoration identifiers.
  ///
  /// Each identifier may be anywhere below the one before, so a path may skip some. Of several matches,
  /// the visible ones.
  package func responders(at path: [String]) -> [Responder] {
    guard let root = window.rootViewController else { return [] }
    var found: [Responder] = [window]
    for (index, name) in path.enumerated() {
      var next: [Responder] = []
      let start = index == 0 ? [root] : found
      for responder in start {
        Self.walk(responder) { candidate in
          guard candidate.restorationIdentifier == name else { return }
          if !next.contains(where: { $0 === candidate }) { next.append(candidate) }
        }
      }
      found = next
    }
    let visible = found.filter { responder in view(of: responder).map(isVisible) ?? false }
    return visible.isEmpty ? found : visible
  }

  /// All identifiers that a path may contain, in the order of the screen.
  package var restorationIdentifiers: [String] {
    var names: [String] = []
    guard let root = window.rootViewController else { return [] }
    Self.walk(root) { responder in
      guard let name = responder.restorationIdentifier, !names.contains(name) else { return }
      names.append(name)
    }
    return names
  }

  /// The rectangle of a view or a controller on the screen; `nil` if it is not visible.
  package func frameOnScreen(of responder: Responder) -> Rect? {
    guard let view = view(of: responder), isVisible(view) else { return nil }
    return view.convert(view.bounds, to: window)
  }

  private func view(of responder: Responder) -> View? {
    if let view = responder as? View { return view }
    guard let controller = responder as? ViewController, controller.isViewLoaded else { return nil }
    return controller.view
  }

  private func isVisible(_ view: View) -> Bool {
    view.window === window
      && !sequence(first: view, next: \.superview).contains { $0.isHidden }
  }

  /// Visits a responder and all that belongs to it: views, children, presented controllers.
  private static func walk(_ responder: Responder, _ visit: (Responder) -> Void) {
    visit(responder)
    if let controller = responder as? ViewController {
      if controller.isViewLoaded { walkViews(in: controller.view, visit) }
      for child in controller.children { walk(child, visit) }
      if let presented = controller.presentedViewController { walk(presented, visit) }
    } else if let view = responder as? View {
      for child in view.subviews where child.viewController == nil {
        visit(child)
        walkViews(in: child, visit)
      }
    }
  }

  /// Visits the views of a controller that have an identifier.
  private static func walkViews(in view: View, _ visit: (Responder) -> Void) {
    view.walkOwned { owned in
      if owned.restorationIdentifier != nil { visit(owned) }
    }
  }
}
