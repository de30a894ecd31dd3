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

  /// The restoration identifier of its controller; `nil` leaves it to the class.
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
