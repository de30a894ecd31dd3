/// Makes view controllers from scenes that a text file describes.
///
/// ```
/// storyboard 1
/// initial tabs
///
/// scene tabs
///   class TabBarController
///   restoration-identifier tabs
///   tabs items-stack
///
/// scene items-stack
///   class NavigationController
///   restoration-identifier Items
///   tab-title Items
///   root items
///
/// scene items
///   class items
/// ```
///
/// Classes are named by the keys under which the app registered them with a factory, so a file cannot
/// name a type that the app did not register. The whole file is checked when it is loaded: nothing in
/// it can fail later. The state of a controller names its scene, which restoring makes anew if nothing
/// else brings the controller back (contract 3.5).
///
/// The format is described in <doc:Storyboards>.
public final class Storyboard {
  /// The name, which saved state refers to.
  public let name: String

  private let document: StoryboardDocument
  private let registry: RestorationRegistry
  private let environment: Environment

  /// Reads a storyboard from text in the program.
  ///
  /// - Parameters:
  ///   - name: The name; error messages call the file `name.storyboard`.
  ///   - text: The bytes of the file.
  ///   - registry: The classes that scenes may use.
  ///   - environment: What their factories need.
  /// - Throws: ``StoryboardError`` that says where the file is wrong, and what to do.
  public init(
    name: String, text: [UInt8], registry: RestorationRegistry,
    environment: Environment = Environment()
  ) throws(StoryboardError) {
    self.name = name
    self.registry = registry
    self.environment = environment
    document = try StoryboardParser.document(file: "\(name).storyboard", bytes: text)
    try StoryboardChecker(document: document, registry: registry).check()
  }

  /// Makes the controller of the initial scene, with the scenes inside it.
  ///
  /// `nil` if its factory returns none.
  public func instantiateInitialViewController() -> ViewController? {
    instantiateViewController(withIdentifier: document.initial.text)
  }

  /// Makes the controller of a scene, with the scenes inside it.
  ///
  /// `nil` if there is no such scene, or its factory returns none. Inner scenes whose factory returns
  /// none are left out.
  public func instantiateViewController(withIdentifier identifier: String) -> ViewController? {
    guard let scene = document.scene(identifier) else { return nil }
    return registry.makeScene(ofType: scene.typeKey.text, environment: environment)
      .map { prepared($0, as: scene) }
  }

  /// Makes the controller of a scene by `creator`, which can hand over more than the environment.
  ///
  /// `nil` if there is no such scene, its class is another one, or `creator` returns none.
  public func instantiateViewController<Controller: ViewController>(
    withIdentifier identifier: String, creator: () -> Controller?
  ) -> Controller? {
    guard let scene = document.scene(identifier), let made = creator(),
      registry.isKind(made, of: scene.typeKey.text)
    else { return nil }
    return prepared(made, as: scene)
  }

  /// Whether there is a scene of this name.
  func hasScene(_ identifier: String) -> Bool { document.scene(identifier) != nil }

  private func prepared<Controller: ViewController>(
    _ controller: Controller, as scene: StoryboardScene
  ) -> Controller {
    controller.storyboardScene = StoryboardSceneReference(
      storyboard: self, identifier: scene.identifier.text)
    if let identifier = scene.restorationIdentifier {
      controller.restorationIdentifier = identifier.text
    }
    if let title = scene.title { controller.title = title }
    if let title = scene.tabTitle { controller.tabBarItem = TabBarItem(title: title) }
    if let style = scene.presentation { controller.modalPresentationStyle = style }
    if let split = controller as? SplitViewController {
      fill(split, with: scene)
      return controller
    }
    let children = scene.children.compactMap { instantiateViewController(withIdentifier: $0.text) }
    if !children.isEmpty {
      (controller as? TabBarController)?.viewControllers = children
      (controller as? NavigationController)?.setViewControllers(children)
    }
    return controller
  }

  private func fill(_ split: SplitViewController, with scene: StoryboardScene) {
    for (column, name) in [
      (SplitViewController.Column.primary, scene.primary), (.secondary, scene.secondary),
    ] {
      guard let name, let child = instantiateViewController(withIdentifier: name.text) else {
        continue
      }
      split.setViewController(child, for: column)
    }
  }
}
