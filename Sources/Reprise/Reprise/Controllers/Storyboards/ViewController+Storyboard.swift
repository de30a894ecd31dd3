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
