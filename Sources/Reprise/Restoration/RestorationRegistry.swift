/// The types that may come back, each under a stable key (contract 2.4, 10.1.4).
///
/// State files name types by these keys only, so renaming a Swift type loses nothing and a file can
/// never name a type that the app did not offer.
public struct RestorationRegistry {
  private var restorationClasses: [String: any ViewControllerRestoration.Type] = [:]
  private var classKeys: [ObjectIdentifier: String] = [:]
  private var typeKeys: [ObjectIdentifier: String] = [:]
  private var typeChecks: [String: (AnyObject) -> Bool] = [:]

  /// What makes registered objects; few, so a plain list, which costs a launch less.
  var objectRestorationClasses: [(key: String, type: any ObjectRestoration.Type)] = []

  /// The types themselves, for storyboards.
  private(set) var types: [String: any StateRestoring.Type] = [:]

  /// What makes the controllers of scenes, by the key of their type.
  var sceneFactories: [String: SceneFactory<ViewController>] = [:]

  /// The storyboards that restoring may take scenes from.
  var storyboards: [Storyboard] = []

  /// Makes a registry of the kit's own types.
  public init() {
    register(Window.self, as: "Window")
    register(View.self, as: "View")
    register(ScrollView.self, as: "ScrollView")
    register(TableView.self, as: "TableView")
    register(TextField.self, as: "TextField")
    register(Button.self, as: "Button")
    register(Switch.self, as: "Switch")
    registerKitScenes()
    register(Application.self, as: "Application")
  }

  /// Offers a type of controller, view or registered object under a key.
  public mutating func register<Object: StateRestoring>(_ type: Object.Type, as key: String) {
    registerType(type, as: key)
  }

  mutating func registerType<Object: StateRestoring>(_ type: Object.Type, as key: String) {
    typeKeys[ObjectIdentifier(type)] = key
    typeChecks[key] = { $0 is Object }
    types[key] = type
  }

  /// Offers a type of controller that is its own restoration class under a key.
  public mutating func register<Object: StateRestoring & ViewControllerRestoration>(
    _ type: Object.Type, as key: String
  ) {
    registerType(type, as: key)
    register(restorationClass: type, as: key)
  }

  /// Offers a restoration class that is not itself a controller under a key.
  public mutating func register(
    restorationClass type: any ViewControllerRestoration.Type, as key: String
  ) {
    restorationClasses[key] = type
    classKeys[ObjectIdentifier(type)] = key
  }

  func restorationClass(forKey key: String) -> (any ViewControllerRestoration.Type)? {
    restorationClasses[key]
  }

  func key(forRestorationClass type: any ViewControllerRestoration.Type) -> String? {
    classKeys[ObjectIdentifier(type)]
  }

  /// The key of an object's type.
  ///
  /// A type that nobody registered goes by its Swift name, which is slower to find out and does not
  /// survive a renaming.
  func typeKey(of object: AnyObject) -> String {
    let type: AnyObject.Type = type(of: object)
    return typeKeys[ObjectIdentifier(type)] ?? String(describing: type)
  }

  /// Whether an object is of the saved type or a subclass of it (contract 3.7).
  func isKind(_ object: AnyObject, of key: String) -> Bool {
    typeChecks[key]?(object) ?? (typeKey(of: object) == key)
  }
}
