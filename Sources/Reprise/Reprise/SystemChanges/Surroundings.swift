import Terminal

/// What the app itself knows about the world around it, beside what files say.
struct Surroundings {
  /// The size of the terminal window.
  var windowSize: Size

  /// Whether the person is near; `nil` where nobody knows.
  var isPersonNear: Bool?

  /// The kinds of changes that somebody observes: looking for the others would cost something.
  var observed: Set<SystemChange>
}
