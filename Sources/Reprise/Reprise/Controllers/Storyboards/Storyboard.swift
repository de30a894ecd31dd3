import Foundation

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
/// Classes are named by the keys under which the app registered them with a factory, so a file
/// cannot name a type that the app did not register. The whole file is checked when it is loaded,
/// so later steps can't fail. The state of a controller names its scene, from which restoration
/// makes the controller again unless something else restores it (contract 3.5).
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
  ///   - environment: The dependencies of their factories.
  /// - Throws: ``StoryboardError`` with the position of the error, and the remedy.
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
  /// `nil` if its factory returns `nil`.
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

  // MARK: - Reading a file

  /// Reads a storyboard from a file.
  ///
  /// The file must be a plain one of limited size.
  ///
  /// - Parameters:
  ///   - path: The path; the name of the file without `.storyboard` is the storyboard's.
  ///   - registry: The classes that scenes may use.
  ///   - environment: The dependencies of their factories.
  /// - Throws: ``StoryboardError`` if the file cannot be read, or with the position of an error in
  ///   it.
  public convenience init(
    contentsOfFile path: String, registry: RestorationRegistry,
    environment: Environment = Environment()
  ) throws(StoryboardError) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = ".storyboard"
    try self.init(
      name: file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file,
      text: try Self.bytes(ofFile: path), registry: registry, environment: environment)
  }

  private static func bytes(ofFile path: String) throws(StoryboardError) -> [UInt8] {
    // Without waiting for a writer, should it be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(path, "it is not a regular file")
    }
    // One byte more than allowed, to notice a file that is too long.
    var bytes = [UInt8](repeating: 0, count: StoryboardLexer.maximumBytes + 1)
    var count = 0
    while count < bytes.count {
      let found = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if found < 0, errno == EINTR { continue }
      guard found >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      if found == 0 { break }
      count += found
    }
    return Array(bytes.prefix(count))
  }

  private static func unreadable(_ path: String, _ reason: String) -> StoryboardError {
    StoryboardError(file: path, reason: "the storyboard cannot be read: \(reason)")
  }
}

/// The scene that a controller was made from.
struct StoryboardSceneReference {
  let storyboard: Storyboard
  let identifier: String

  /// The names of storyboard and scene, as state stores them (contract 2.3).
  var value: Value { .array([.string(storyboard.name), .string(identifier)]) }

  /// Finds the scene that state names, if the app still has it.
  init?(value: Value, registry: RestorationRegistry) {
    guard case .array(let names) = value, names.count == 2, case .string(let name) = names[0],
      case .string(let identifier) = names[1],
      let storyboard = registry.storyboard(named: name), storyboard.hasScene(identifier)
    else { return nil }
    self.init(storyboard: storyboard, identifier: identifier)
  }

  init(storyboard: Storyboard, identifier: String) {
    self.storyboard = storyboard
    self.identifier = identifier
  }
}

extension ViewController {
  /// The storyboard that this controller was made from, or `nil`.
  public var storyboard: Storyboard? { storyboardScene?.storyboard }
}
