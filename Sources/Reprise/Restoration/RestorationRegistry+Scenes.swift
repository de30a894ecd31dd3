extension RestorationRegistry {
  /// What makes a controller for a scene of a storyboard, or for one that was saved; `nil` leaves it out.
  public typealias SceneFactory<Controller> = (Environment) -> Controller?

  /// Offers a type of controller under a key, and says how to make one: that is all it takes for a pushed or
  /// presented controller to come back, with what it keeps.
  ///
  /// ```swift
  /// registry.register(NoteForm.self, as: "form") { NoteForm(store: $0[NoteStore.self]) }
  /// ```
  ///
  /// The factory is asked where no restoration class, delegate, existing object or scene brings the controller
  /// back (contract 3.2 to 3.5), and by storyboards. A controller of the type that was given no
  /// `restorationIdentifier` is called as the key, and a stack or a root around it has an identifier, too.
  public mutating func register<Controller: ViewController>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema)
    sceneFactories[key] = factory
  }

  /// Offers a type of controller that is its own restoration class under a key, also to storyboards.
  public mutating func register<Controller: ViewController & ViewControllerRestoration>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema)
    sceneFactories[key] = factory
  }

  /// Offers a storyboard to restoring, under its name.
  public mutating func register(_ storyboard: Storyboard) {
    storyboards.removeAll { $0.name == storyboard.name }
    storyboards.append(storyboard)
  }

  func storyboard(named name: String) -> Storyboard? { storyboards.first { $0.name == name } }

  /// The class of controllers that is registered under a key.
  func sceneType(forKey key: String) -> ViewController.Type? {
    typesByKey[key] as? ViewController.Type
  }

  /// The key of ``NavigationController``.
  static let stackKey = "NavigationController"

  func canMakeScene(ofType key: String) -> Bool { sceneFactories[key] != nil }

  func makeScene(ofType key: String, environment: Environment) -> ViewController? {
    sceneFactories[key]?(environment)
  }
}
