/// Checks the references between the scenes of a storyboard, and their classes.
///
/// A storyboard that passes can be instantiated without further checks: every class is registered,
/// every scene referred to exists, and none is in two containers. So a scene makes no more controllers
/// than there are scenes.
struct StoryboardChecker {
  /// The deepest nesting of scenes.
  private static let maximumDepth = 16

  let document: StoryboardDocument
  let registry: RestorationRegistry

  /// Checks everything.
  ///
  /// - Throws: ``StoryboardError`` for the first mistake.
  func check() throws(StoryboardError) {
    for scene in document.scenes { try checkClass(of: scene) }
    let owners = try findOwners()
    for index in document.scenes.indices { try checkNesting(of: index, owners) }
    for scene in document.scenes { try checkTabs(of: scene) }
    _ = try scene(document.initial)
  }

  // MARK: - Classes

  private func checkClass(of scene: StoryboardScene) throws(StoryboardError) {
    guard let type = registry.sceneType(forKey: scene.typeKey.text) else {
      throw error(
        scene.typeKey,
        "no class of view controllers is registered as \(scene.typeKey.quoted): "
          + "correct the name or register the class")
    }
    if let tab = scene.tabs.first, !(type is TabBarController.Type) {
      throw error(tab, "only a tab bar has tabs: make the scene a TabBarController")
    }
    if let root = scene.root, !(type is NavigationController.Type) {
      throw error(root, "only a navigation stack has a root: make the scene a NavigationController")
    }
    if let side = scene.primary ?? scene.secondary, !(type is SplitViewController.Type) {
      throw error(side, "only a split has two sides: make the scene a SplitViewController")
    }
  }

  /// The index of a scene that can be made.
  ///
  /// A scene that is inside another one, or the initial one, needs a registered factory.
  private func scene(_ name: StoryboardWord) throws(StoryboardError) -> Int {
    guard let index = document.position(of: name.text) else {
      throw error(name, "no scene is named \(name.quoted): correct the name or add the scene")
    }
    let typeKey = document.scenes[index].typeKey
    guard registry.canMakeScene(ofType: typeKey.text) else {
      throw error(
        name, "the class \(typeKey.quoted) of this scene has no factory: register it with one")
    }
    return index
  }

  // MARK: - Relationships

  /// The container of each scene.
  private func findOwners() throws(StoryboardError) -> [Int?] {
    var owners = [Int?](repeating: nil, count: document.scenes.count)
    for (index, owner) in document.scenes.enumerated() {
      for child in owner.children {
        let position = try scene(child)
        if let other = owners[position] {
          throw error(
            child,
            "the scene \(child.quoted) is already in \(document.scenes[other].identifier.quoted): "
              + "add another scene for this place")
        }
        owners[position] = index
      }
    }
    return owners
  }

  private func checkNesting(of index: Int, _ owners: [Int?]) throws(StoryboardError) {
    let name = document.scenes[index].identifier
    var depth = 0
    var owner = owners[index]
    while let current = owner, depth <= owners.count {
      guard current != index else {
        throw error(
          name, "the scene \(name.quoted) contains itself: remove the cycle")
      }
      depth += 1
      owner = owners[current]
    }
    if depth > Self.maximumDepth {
      throw error(
        name, "the scene is nested more than \(Self.maximumDepth) deep: flatten the scenes")
    }
  }

  /// Tabs of equal restoration identifiers would be two screens of one path (contract 2.A.3).
  private func checkTabs(of scene: StoryboardScene) throws(StoryboardError) {
    var seen: [String] = []
    for tab in scene.tabs {
      guard let identifier = document.scene(tab.text)?.restorationIdentifier else { continue }
      if seen.contains(identifier.text) {
        throw error(
          identifier,
          "another tab of \(scene.identifier.quoted) also has the restoration identifier "
            + "\(identifier.quoted): change one of them")
      }
      seen.append(identifier.text)
    }
  }

  private func error(_ word: StoryboardWord, _ reason: String) -> StoryboardError {
    word.error(in: document.file, reason)
  }
}
