extension Application {
  /// Reports the objects that have a restoration identifier although nothing that is saved refers to them, so that they
  /// are lost with the process (contract 2.2, 10.1.5).
  ///
  /// It walks over the whole interface: the pilot does so after every turn, a debug build when screens have appeared.
  package func reportUnreferenced() {
    guard isPreserving, activityKeeping.keepsTree, termination == nil else { return }
    if let root = window.rootViewController { reportUnreferenced(in: root, nameless: nil) }
    for identifier in preserver.registered.unreferenced {
      remark(
        "the registered object \"\(identifier)\" is not kept: nothing that is saved refers to it")
    }
  }

  /// - Parameter nameless: The nearest controller around it, itself included, that has no identifier.
  private func reportUnreferenced(in controller: ViewController, nameless: ViewController?) {
    var nameless = nameless
    if controller.restorationIdentifier == nil {
      nameless = controller
    } else if preserver.adoptedNode(of: controller) == nil {
      reportUnreferenced(controller, named: controller.nameInReports, nameless)
    }
    // The views of a screen that is lost itself need no line of their own.
    let isKept = preserver.adoptedNode(of: controller) != nil
    if controller.isViewLoaded, isKept || controller.restorationIdentifier == nil {
      controller.view.walkOwned { view in
        guard view.restorationIdentifier != nil, preserver.adoptedNode(of: view) == nil else {
          return
        }
        reportUnreferenced(view, named: view.nameInReports, nameless ?? controller)
      }
    }
    for child in controller.children { reportUnreferenced(in: child, nameless: nameless) }
    if let presented = controller.presentedViewController {
      reportUnreferenced(in: presented, nameless: nameless)
    }
  }

  private func reportUnreferenced(
    _ object: Responder, named name: String, _ controller: ViewController?
  ) {
    guard let controller, controller !== object else {
      return remark("\(name) is not kept: nothing that is saved refers to it")
    }
    let type = type(of: controller)
    guard controller.restorationIdentifier == nil else {
      return remark(
        "\(name) is not kept: \(controller.nameInReports) does not encode its views; "
          + "call super.encodeRestorableState(with:)")
    }
    remark("\(name) is not kept: the \(type) around it has no restoration identifier")
  }
}
