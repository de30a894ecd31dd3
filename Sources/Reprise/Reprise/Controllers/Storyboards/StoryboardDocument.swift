/// The scenes of a storyboard as the file has them.
///
/// They are few, so a list serves: the first use of a new type of dictionary costs a launch more than a
/// search.
nonisolated struct StoryboardDocument: Sendable {
  let file: String

  /// The name of the first scene.
  let initial: StoryboardWord

  let scenes: [StoryboardScene]

  /// The scene of a name.
  func scene(_ name: String) -> StoryboardScene? { position(of: name).map { scenes[$0] } }

  /// The index of the scene of a name.
  func position(of name: String) -> Int? {
    for index in scenes.indices where scenes[index].identifier.text == name { return index }
    return nil
  }
}

/// A scene as the file has it, not yet checked against the others.
nonisolated struct StoryboardScene: Sendable {
  /// The attributes of a scene.
  enum Attribute: String, CaseIterable, Sendable {
    case type = "class"
    case restorationIdentifier = "restoration-identifier"
    case title
    case tabTitle = "tab-title"
    case presentation
    case tabs
    case root
    case primary
    case secondary
  }

  /// The name of the scene.
  var identifier: StoryboardWord

  /// The key of its class.
  var typeKey: StoryboardWord

  /// The restoration identifier of its controller; `nil` to use the class's.
  var restorationIdentifier: StoryboardWord?

  /// The title of its controller.
  var title: String?

  /// The name in the tab bar.
  var tabTitle: String?

  /// How the controller covers the one below it when presented.
  var presentation: ModalPresentationStyle?

  /// The scenes of a tab bar, from the left.
  var tabs: [StoryboardWord] = []

  /// The scene at the bottom of a navigation stack.
  var root: StoryboardWord?

  /// The scene on the left side of a split.
  var primary: StoryboardWord?

  /// The scene on the right side of a split.
  var secondary: StoryboardWord?

  /// The scenes inside this one.
  var children: [StoryboardWord] { tabs + [root, primary, secondary].compactMap { $0 } }
}

/// How a presented controller covers the screen.
///
/// ```swift
/// reader.modalPresentationStyle = ModalPresentationStyle.fullScreen
/// list.present(reader)
/// ```
public nonisolated enum ModalPresentationStyle: Hashable, Sendable {
  /// A framed sheet in the middle if there is room, else the whole screen.
  case formSheet
  /// The whole screen.
  case fullScreen
}

/// The reason why a storyboard cannot be used: file, position, mistake, and advice.
public nonisolated struct StoryboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as in `main.storyboard`.
  public var file: String

  /// The line, from 1; `nil` when the file itself could not be read.
  public var line: Int?

  /// The character in the line, from 1.
  public var column: Int?

  /// The error and its remedy.
  public var reason: String

  /// One line for a person: `main.storyboard:7:9: no scene is called "itms": …`.
  public var description: String {
    let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(file)\(place): \(reason)"
  }
}
