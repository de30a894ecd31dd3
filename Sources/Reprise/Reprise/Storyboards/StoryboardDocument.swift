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
