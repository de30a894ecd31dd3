extension Window {
  /// How often properties and layout are gone through until nothing changes any more.
  private static let roundLimit = 16

  /// Updates properties and lays out until nothing waits for either.
  ///
  /// What only changes because something else was updated is done in the same turn. Where two derive from each
  /// other and never agree, a remark names them, and the next turn goes on with it.
  func settleLayout() {
    guard !isTooSmall else { return }
    for _ in 0..<Self.roundLimit {
      rootViewController?.updatePropertiesOfTree()
      layoutIfNeeded()
      if !needsLayoutPass { return }
    }
    refuse(
      "properties and layout did not come to an end in \(Self.roundLimit) rounds: "
        + "look at updateProperties() and layoutSubviews() of \(waitingNames())")
  }

  /// What still waits, by the names of its types.
  private func waitingNames() -> String {
    var names: Set<String> = []
    var controllers = [rootViewController].compactMap { $0 }
    while let controller = controllers.popLast() {
      if controller.isViewLoaded, controller.needsUpdateProperties {
        names.insert("\(type(of: controller))")
      }
      controllers += controller.children + [controller.presentedViewController].compactMap { $0 }
    }
    var views: [View] = [self]
    while let view = views.popLast() {
      if view.needsLayout || view.needsUpdateProperties { names.insert("\(type(of: view))") }
      views += view.subviews.filter { !$0.isHidden && $0.needsLayoutPass }
    }
    return names.sorted().joined(separator: ", ")
  }
}
