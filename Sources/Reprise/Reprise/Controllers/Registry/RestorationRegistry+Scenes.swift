extension RestorationRegistry {
  /// Makes a controller for a scene of a storyboard, or for a saved one; `nil` leaves it out.
  public typealias SceneFactory<Controller> = (Environment) -> Controller?

  /// Registers a type of controller, with the factory by which storyboards make one.
  public mutating func register<Controller: ViewController>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema)
    sceneFactories[key] = factory
  }

  /// Registers a type of controller that is its own restoration class, with a factory for storyboards.
  public mutating func register<Controller: ViewController & ViewControllerRestoration>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema)
    sceneFactories[key] = factory
  }

  /// Registers a storyboard under its name.
  public mutating func register(_ storyboard: Storyboard) {
    storyboards.removeAll { $0.name == storyboard.name }
    storyboards.append(storyboard)
  }

  func storyboard(named name: String) -> Storyboard? { storyboards.first { $0.name == name } }

  /// The registered controller class of a key.
  func sceneType(forKey key: String) -> ViewController.Type? {
    typesByKey[key] as? ViewController.Type
  }

  /// The key of ``NavigationController``.
  static let stackKey = "NavigationController"

  func canMakeScene(ofType key: String) -> Bool { sceneFactories[key] != nil }

  func makeScene(ofType key: String, environment: Environment) -> ViewController? {
    sceneFactories[key]?(environment)
  }

  /// Makes a controller as restoration would: by its restoration class, or else by its factory.
  func makeController(ofType key: String, coder: Coder) -> ViewController? {
    guard let type = sceneType(forKey: key) as? any ViewControllerRestoration.Type else {
      return makeScene(ofType: key, environment: coder.environment)
    }
    return type.viewController(withRestorationIdentifierPath: [key], coder: coder)
  }
}
