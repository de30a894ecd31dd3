import Preservation

/// The objects that have a restoration identifier although nothing that is saved refers to them, so that they
/// are lost with the process (contract 2.2, 10.1.5).
///
/// Finding them takes a walk over the whole interface.
struct UnreferencedObjects {
  /// A line for each of them.
  private(set) var remarks: [String] = []

  private let preserver: Preserver

  init(in window: Window, _ preserver: Preserver) {
    self.preserver = preserver
    if let root = window.rootViewController { look(in: root, nameless: nil) }
    for identifier in preserver.registered.unreferenced {
      remarks.append(
        "the registered object \"\(identifier)\" is not saved: no saved object refers to it")
    }
  }

  /// - Parameter nameless: The nearest controller around it, itself included, that has no identifier.
  private mutating func look(in controller: ViewController, nameless: ViewController?) {
    var nameless = nameless
    if controller.restorationIdentifier == nil {
      nameless = controller
    } else if preserver.adoptedNode(of: controller) == nil {
      note(controller, named: controller.nameInReports, nameless)
    }
    // The views of a screen that is lost itself need no line of their own.
    let isKept = preserver.adoptedNode(of: controller) != nil
    if controller.isViewLoaded, isKept || controller.restorationIdentifier == nil {
      controller.view.walkOwned { view in
        guard view.restorationIdentifier != nil, preserver.adoptedNode(of: view) == nil else {
          return
        }
        note(view, named: view.nameInReports, nameless ?? controller)
      }
    }
    for child in controller.children { look(in: child, nameless: nameless) }
    if let presented = controller.presentedViewController {
      look(in: presented, nameless: nameless)
    }
  }

  private mutating func note(
    _ object: Responder, named name: String, _ controller: ViewController?
  ) {
    guard let controller, controller !== object else {
      return remarks.append("\(name) is not saved: no saved object refers to it")
    }
    let type = type(of: controller)
    guard controller.restorationIdentifier == nil else {
      return remarks.append(
        "\(name) is not saved: \(controller.nameInReports) does not encode its views; "
          + "call super.encodeRestorableState(with:)")
    }
    remarks.append("\(name) is not saved: the \(type) around it has no restoration identifier")
  }
}
