/// One scene of a storyboard as it is written, not yet checked against the others.
nonisolated struct StoryboardScene: Sendable {
  /// What a line of a scene may say.
  enum Attribute: String, CaseIterable, Sendable {
    case type = "class"
    case restorationIdentifier = "restoration-identifier"
    case title
    case tabTitle = "tab-title"
    case presentation
    case tabs
    case root
  }

  /// The name of the scene.
  var identifier: StoryboardWord

  /// The key that the class is registered under.
  var typeKey: StoryboardWord

  /// The restoration identifier of its controller; without one the class decides.
  var restorationIdentifier: StoryboardWord?

  /// The title of its controller.
  var title: String?

  /// The name in the tab bar.
  var tabTitle: String?

  /// How the scene covers the one that presents it.
  var presentation: ModalPresentationStyle?

  /// The scenes of a tab bar, from the left.
  var tabs: [StoryboardWord] = []

  /// The scene at the bottom of a navigation stack.
  var root: StoryboardWord?

  /// The scenes inside this one.
  var children: [StoryboardWord] { tabs + (root.map { [$0] } ?? []) }
}
