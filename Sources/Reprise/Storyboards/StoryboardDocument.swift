/// The scenes of a storyboard as they are written.
nonisolated struct StoryboardDocument: Hashable, Sendable {
  let file: String

  /// The name of the first scene.
  let initial: StoryboardWord

  let scenes: [String: StoryboardScene]

  /// The names of the scenes as they follow each other.
  let order: [String]
}
