/// The scenes of a storyboard as they are written.
///
/// They are few, and kept in a plain list: the first use of a new kind of dictionary costs a launch
/// more than looking through it.
nonisolated struct StoryboardDocument: Sendable {
  let file: String

  /// The name of the first scene.
  let initial: StoryboardWord

  let scenes: [StoryboardScene]

  /// The scene of a name.
  func scene(_ name: String) -> StoryboardScene? { position(of: name).map { scenes[$0] } }

  /// Where the scene of a name stands among the others.
  func position(of name: String) -> Int? {
    for index in scenes.indices where scenes[index].identifier.text == name { return index }
    return nil
  }
}
