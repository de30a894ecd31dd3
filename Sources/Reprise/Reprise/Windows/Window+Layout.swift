extension Window {
  /// The most rounds of updates and layouts in a turn.
  private static let roundLimit = 16

  /// Updates properties and lays out until nothing is due any more.
  ///
  /// What depends on something updated here follows in the same turn. If two never agree, a remark
  /// names them, and the next turn goes on.
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

  /// The types of what is still due.
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

  /// Whether two lists hold the same controllers in the same order.
  func isSame(_ controllers: [ViewController], as others: [ViewController]) -> Bool {
    guard controllers.count == others.count else { return false }
    for index in controllers.indices where controllers[index] !== others[index] { return false }
    return true
  }
}
