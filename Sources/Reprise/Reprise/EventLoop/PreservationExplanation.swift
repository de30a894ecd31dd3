/// Why a controller or view is part of the saved state, or is not (contract 10.1.5).
///
/// ```swift
/// let explanations: [PreservationExplanation] = application.explainPreservation()
/// let unsaved = explanations.filter { $0.isController && $0.verdict != .preserved }
/// ```
public struct PreservationExplanation {
  /// How the object is kept.
  public enum Verdict: Hashable, Sendable {
    /// It is saved and will be restored.
    case preserved
    /// It is saved, but something will keep it from being restored.
    case doubtful(String)
    /// It is not saved.
    case notPreserved(String)
  }

  /// The depth below the root controller.
  public var depth: Int

  /// The name of the object's type.
  public var typeName: String

  /// The restoration identifier, if it has one.
  public var identifier: String?

  /// Whether it is a controller; otherwise it is a view.
  public var isController: Bool

  /// The node in the state, if it is saved.
  public var node: NodeID?

  /// How the object is kept.
  public var verdict: Verdict
}

/// Finds out why controllers and views are part of the saved state, or are not.
struct PreservationExplainer {
  private let preserver: Preserver

  init(_ preserver: Preserver) {
    self.preserver = preserver
  }

  /// Explains a controller and all below it; controllers come before their views.
  func explain(_ root: ViewController) -> [PreservationExplanation] {
    var found: [PreservationExplanation] = []
    explain(root, depth: 0, ancestorWithoutIdentifier: nil, into: &found)
    return found
  }

  private func explain(
    _ controller: ViewController, depth: Int, ancestorWithoutIdentifier ancestor: String?,
    into found: inout [PreservationExplanation]
  ) {
    let verdict = verdict(on: controller, ancestor: ancestor) ?? verdict(onRestoring: controller)
    found.append(explanation(of: controller, depth: depth, isController: true, verdict))
    let name = String(describing: type(of: controller))
    let ancestor = ancestor ?? (controller.restorationIdentifier == nil ? name : nil)
    if controller.isViewLoaded {
      controller.view.walkOwned { view in
        let verdict = self.verdict(on: view, ancestor: ancestor) ?? .preserved
        found.append(explanation(of: view, depth: depth + 1, isController: false, verdict))
      }
    }
    let presented = controller.presentedViewController.map { [$0] } ?? []
    for child in controller.children + presented {
      explain(child, depth: depth + 1, ancestorWithoutIdentifier: ancestor, into: &found)
    }
  }

  private func explanation(
    of object: Responder, depth: Int, isController: Bool,
    _ verdict: PreservationExplanation.Verdict
  ) -> PreservationExplanation {
    PreservationExplanation(
      depth: depth, typeName: String(describing: type(of: object)),
      identifier: object.restorationIdentifier, isController: isController,
      node: preserver.adoptedNode(of: object), verdict: verdict)
  }

  /// Why an object is not saved; `nil` if it is.
  private func verdict(
    on object: Responder, ancestor: String?
  ) -> PreservationExplanation.Verdict? {
    if object.restorationIdentifier == nil {
      return .notPreserved("it has no restoration identifier")
    }
    // Something saved may refer to it, wherever it is (contract 2.7).
    if preserver.adoptedNode(of: object) != nil { return nil }
    if let ancestor {
      return .notPreserved("it is inside \(ancestor), which has no restoration identifier")
    }
    return .notPreserved("no saved object refers to it")
  }

  /// Whether the next launch will find or make a saved controller.
  func verdict(onRestoring controller: ViewController) -> PreservationExplanation.Verdict {
    let registry = preserver.registry
    if let restorationClass = controller.restorationClass {
      return registry.key(forRestorationClass: restorationClass) == nil
        ? .doubtful("its restoration class \(restorationClass) is not registered") : .preserved
    }
    let type = registry.savedType(of: controller).key
    if controller.storyboardScene != nil || registry.canMakeController(ofType: type) {
      return .preserved
    }
    let isPresented = controller.presentingViewController != nil
    if isPresented || controller.wasAddedAfterLaunch {
      return .doubtful(
        "it has no restoration class or factory, and the app does not make it at launch")
    }
    return .preserved
  }
}

extension ViewController {
  /// Whether this is a screen on a stack above its root, which only a restoration class, the delegate
  /// or a factory restores.
  fileprivate var wasAddedAfterLaunch: Bool {
    guard let navigation = parent as? NavigationController else { return false }
    return navigation.viewControllers.first !== self
  }
}
