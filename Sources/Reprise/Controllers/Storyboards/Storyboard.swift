/// Scenes described in a text file, from which view controllers are made.
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
/// Classes are the keys under which the app registered them with a factory; a file can never name a
/// type that the app did not offer. The whole file is checked when it is loaded, so nothing that
/// is written in it can go wrong later. A controller remembers the scene it was made from, also in
/// saved state: where nothing else brings it back, restoring makes its scene anew (contract 3.5).
///
/// The format is described in <doc:Storyboards>.
public final class Storyboard {
  /// The name, by which saved state finds the storyboard again.
  public let name: String

  private let document: StoryboardDocument
  private let registry: RestorationRegistry
  private let environment: Environment

  /// Reads a storyboard from text that is part of the program.
  ///
  /// - Parameters:
  ///   - name: The name; messages call the file `name.storyboard`.
  ///   - text: The file's bytes.
  ///   - registry: The classes that scenes may be made of.
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

  /// Makes the controller of the first scene, with the scenes inside it.
  ///
  /// `nil` when its factory makes nothing.
  public func instantiateInitialViewController() -> ViewController? {
    instantiateViewController(withIdentifier: document.initial.text)
  }

  /// Makes the controller of a scene, with the scenes inside it.
  ///
  /// `nil` when there is no such scene, or its factory makes nothing; a scene inside it whose
  /// factory makes nothing is left out.
  public func instantiateViewController(withIdentifier identifier: String) -> ViewController? {
    guard let scene = document.scene(identifier) else { return nil }
    return registry.makeScene(ofType: scene.typeKey.text, environment: environment)
      .map { prepared($0, as: scene) }
  }

  /// Has `creator` make the controller of a scene, for one that needs more than the environment.
  ///
  /// `nil` when there is no such scene, when its class is another one, or when `creator` makes
  /// nothing.
  public func instantiateViewController<Controller: ViewController>(
    withIdentifier identifier: String, creator: () -> Controller?
  ) -> Controller? {
    guard let scene = document.scene(identifier), let made = creator(),
      registry.isKind(made, of: scene.typeKey.text)
    else { return nil }
    return prepared(made, as: scene)
  }

  /// Whether there is a scene of a name.
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
    let children = scene.children.compactMap { instantiateViewController(withIdentifier: $0.text) }
    if !children.isEmpty {
      (controller as? TabBarController)?.viewControllers = children
      (controller as? NavigationController)?.setViewControllers(children)
    }
    return controller
  }
}
