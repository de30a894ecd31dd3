/// Checks what the scenes of a storyboard say of each other and of classes.
///
/// A storyboard that passes can be instantiated without further questions: every class is
/// registered, every scene that is referred to exists, and each is in one container at most, so that
/// making a scene makes no more controllers than there are scenes.
struct StoryboardChecker {
  /// How deep scenes may lie inside each other.
  static let maximumDepth = 16

  let document: StoryboardDocument
  let registry: RestorationRegistry

  /// Checks everything.
  ///
  /// - Throws: ``StoryboardError`` at the first thing that is wrong.
  func check() throws(StoryboardError) {
    for scene in scenes { try checkClass(of: scene) }
    let owners = try findOwners()
    for scene in scenes { try checkNesting(of: scene, owners) }
    for scene in scenes { try checkTabs(of: scene) }
    try checkCanBeMade(document.initial)
  }

  private var scenes: [StoryboardScene] { document.order.compactMap { document.scenes[$0] } }

  // MARK: - Classes

  private func checkClass(of scene: StoryboardScene) throws(StoryboardError) {
    guard let type = registry.sceneType(forKey: scene.typeKey.text) else {
      throw error(
        scene.typeKey,
        "no class of view controllers is registered as \(scene.typeKey.quoted): "
          + "correct the name, or register the class")
    }
    if let tab = scene.tabs.first, !(type is TabBarController.Type) {
      throw error(tab, "only a tab bar has tabs: make the scene a TabBarController")
    }
    if let root = scene.root, !(type is NavigationController.Type) {
      throw error(root, "only a navigation stack has a root: make the scene a NavigationController")
    }
  }

  /// A scene that is made together with another one, or first of all, needs a registered factory.
  private func checkCanBeMade(_ name: StoryboardWord) throws(StoryboardError) {
    guard let scene = document.scenes[name.text] else {
      throw error(name, "no scene is called \(name.quoted): correct the name, or add the scene")
    }
    guard registry.canMakeScene(ofType: scene.typeKey.text) else {
      throw error(
        name,
        "the class \(scene.typeKey.quoted) of this scene has no factory: register it with one")
    }
  }

  // MARK: - Relationships

  /// Which scene each scene is in, by name.
  private func findOwners() throws(StoryboardError) -> [String: StoryboardScene] {
    var owners: [String: StoryboardScene] = [:]
    for scene in scenes {
      for child in scene.children {
        try checkCanBeMade(child)
        if let other = owners.updateValue(scene, forKey: child.text) {
          throw error(
            child,
            "the scene \(child.quoted) is in \(other.identifier.quoted) already: "
              + "write a scene of its own for this place")
        }
      }
    }
    return owners
  }

  private func checkNesting(
    of scene: StoryboardScene, _ owners: [String: StoryboardScene]
  ) throws(StoryboardError) {
    var depth = 0
    var owner = owners[scene.identifier.text]
    while let current = owner, depth <= document.order.count {
      guard current.identifier != scene.identifier else {
        throw error(
          scene.identifier,
          "the scene \(scene.identifier.quoted) lies inside itself: take it out of the circle")
      }
      depth += 1
      owner = owners[current.identifier.text]
    }
    if depth > Self.maximumDepth {
      throw error(
        scene.identifier, "the scene lies more than \(Self.maximumDepth) deep: flatten the scenes")
    }
  }

  /// Equal restoration identifiers side by side would be one path for two screens (contract 2.A.3).
  private func checkTabs(of scene: StoryboardScene) throws(StoryboardError) {
    var seen: Set<String> = []
    for tab in scene.tabs {
      guard let identifier = document.scenes[tab.text]?.restorationIdentifier else { continue }
      if !seen.insert(identifier.text).inserted {
        throw error(
          identifier,
          "another tab of \(scene.identifier.quoted) has the restoration identifier "
            + "\(identifier.quoted) too: change one of them")
      }
    }
  }

  private func error(_ word: StoryboardWord, _ reason: String) -> StoryboardError {
    word.error(in: document.file, reason)
  }
}
