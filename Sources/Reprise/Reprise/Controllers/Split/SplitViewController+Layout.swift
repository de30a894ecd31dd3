extension SplitViewController {
  /// Shows a screen in a side: a stack there pushes it.
  func put(_ controller: ViewController, into column: Column) {
    if let stack = viewController(for: column) as? NavigationController,
      !(controller is NavigationController)
    {
      stack.push(controller)
    } else {
      setViewController(controller, for: column)
    }
    show(column)
  }

  /// The columns of the primary side of a width.
  func primaryWidth(in width: Int) -> Int {
    let wanted = Int(Double(width) * min(max(0, preferredPrimaryColumnWidthFraction), 1))
    let bounded = max(minimumPrimaryColumnWidth, min(wanted, maximumPrimaryColumnWidth))
    // A column for the line between the sides, and one for the secondary side at least.
    return min(max(0, width - 2), max(0, bounded))
  }

  /// Places the views of the sides that are shown, and hides the others.
  func arrange(in view: View) {
    let size = view.bounds.size
    adapt(to: size)
    let width = isCollapsed ? size.width : primaryWidth(in: size.width)
    let start = isCollapsed ? 0 : width + 1
    let shown = shownChildren
    for column in Column.allCases {
      guard let child = viewController(for: column) else { continue }
      let isShown = shown.contains { $0 === child }
      // A view that was never shown is not made for being hidden.
      guard isShown || child.isViewLoaded else { continue }
      child.view.isHidden = !isShown
      guard isShown else { continue }
      if child.view.superview !== view {
        view.insertSubview(child.view, at: column == .primary ? 0 : view.subviews.count)
      }
      child.view.frame =
        column == .primary
        ? Rect(x: 0, y: 0, width: width, height: size.height)
        : Rect(x: start, y: 0, width: max(0, size.width - start), height: size.height)
    }
    for case let stack as NavigationController in children { stack.updateBar() }
  }
}
