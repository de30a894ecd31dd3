extension Preserver {
  /// Reports siblings that only their order tells apart (contract 2.A.3).
  func noteNamesakes(of controller: ViewController) {
    remark(
      "several controllers in one place are called \"\(controller.restorationIdentifier ?? "")\": "
        + "they are told apart by their order")
  }

  /// Reports views that only their order tells apart (contract 2.A.3).
  func noteNamesakes(in views: [View]) {
    var seen: Set<String> = []
    for identifier in views.compactMap(\.restorationIdentifier)
    where !seen.insert(identifier).inserted {
      remark(
        "several views of one screen are called \"\(identifier)\": "
          + "they are told apart by their order")
    }
  }

  /// Reports a restoration class without a key, which state cannot name (contract 3.8).
  func unregistered(
    _ type: any ViewControllerRestoration.Type, of controller: ViewController
  ) -> String? {
    remark(
      "the restoration class \(String(describing: type)) of "
        + "\"\(controller.restorationIdentifier ?? "")\" is not registered: it will not be asked")
    return nil
  }

  /// Reports a screen that a stack cannot bring back (contract 2.B.3).
  func noteNameless(in stack: NavigationController) {
    remark(
      "a screen in the stack \"\(stack.restorationIdentifier ?? "")\" has no restoration "
        + "identifier: it is not kept")
  }
}
