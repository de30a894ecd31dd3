extension Restorer {
  /// The scene of a saved controller, if the app still has it.
  func scene(in coder: Coder) -> StoryboardSceneReference? {
    let key = ViewController.StateKey.storyboard
    return coder.value(forKey: key).flatMap {
      StoryboardSceneReference(value: $0, registry: preserver.registry)
    }
  }

  /// Makes a saved controller from its scene (contract 3.5).
  func controllerFromStoryboard(for coder: Coder) -> ViewController? {
    scene(in: coder).flatMap {
      $0.storyboard.instantiateViewController(withIdentifier: $0.identifier)
    }
  }
}
