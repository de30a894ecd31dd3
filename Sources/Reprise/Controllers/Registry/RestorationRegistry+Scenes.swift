extension RestorationRegistry {
  /// What makes a controller for a scene of a storyboard, or for one that was saved; `nil` leaves it out.
  public typealias SceneFactory<Controller> = (Environment) -> Controller?

  /// Offers a type of controller under a key, and says how storyboards make one.
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
