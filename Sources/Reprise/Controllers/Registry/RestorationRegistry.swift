/// The types that may come back, each under a stable key (contract 2.4, 10.1.4).
///
/// State files name types by these keys only, so renaming a Swift type loses nothing and a file can
/// never name a type that the app did not offer. What changes from one version of an app to the next
/// is told here too: former keys, former identifiers, and how to bring older values up to date.
///
/// ```
/// registry.register(PageViewController.self, as: "page", formerly: ["leaf"], schema: 2)
/// registry.addMigration(of: "page", from: 1) { $0.rename("book", to: "bookID") }
/// ```
public struct RestorationRegistry {
  private var restorationClasses: [String: any ViewControllerRestoration.Type] = [:]
  /// By the numbers of the types.
  private var classKeys: [Int: String] = [:]
  private var types: [Int: SavedType] = [:]
  private var typeChecks: [String: (AnyObject) -> Bool] = [:]
  var history = RestorationHistory()

  /// What a record says about the type of its object.
  struct SavedType {
    var key: String
    var schema: Int
  }

  /// What makes registered objects; few, so a plain list, which costs a launch less.
  var objectRestorationClasses: [(key: String, type: any ObjectRestoration.Type)] = []

  /// The types themselves, for storyboards.
  private(set) var typesByKey: [String: any StateRestoring.Type] = [:]

  /// What makes the controllers of scenes, by the key of their type.
  var sceneFactories: [String: SceneFactory<ViewController>] = [:]

  /// Those of them that bring a controller back by themselves.
  var restoredKeys: Set<String> = []

  /// The storyboards that restoring may take scenes from.
  var storyboards: [Storyboard] = []

  /// Makes a registry that knows no type yet.
  init(empty: Void) {}

  /// Offers a type of controller, view or registered object under a key.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - key: What state files call it, for ever.
  ///   - formerly: Keys that older versions of the app used for it.
  ///   - schema: The version of the keys and values that it stores, from 1. Raise it when their
  ///     meaning changes, and add a migration.
  public mutating func register<Object: StateRestoring>(
    _ type: Object.Type, as key: String, formerly: [String] = [], schema: Int = 1
  ) {
    offer(type, as: key, formerly: formerly, schema: schema)
  }

  /// Offers a type of controller that is its own restoration class under a key.
  ///
  /// The parameters are those of the other kinds of types.
  public mutating func register<Object: StateRestoring & ViewControllerRestoration>(
    _ type: Object.Type, as key: String, formerly: [String] = [], schema: Int = 1
  ) {
    offer(type, as: key, formerly: formerly, schema: schema)
    register(restorationClass: type, as: key, formerly: formerly)
  }

  mutating func offer<Object: StateRestoring>(
    _ type: Object.Type, as key: String, formerly: [String], schema: Int
  ) {
    types[ObjectIdentifier(type).number] = SavedType(key: key, schema: schema)
    typesByKey[key] = type
    typeChecks[key] = { $0 is Object }
    history.schemas[key] = schema
    for former in formerly { history.typeKeys[former] = key }
  }

  /// Offers a restoration class that is not itself a controller under a key.
  public mutating func register(
    restorationClass type: any ViewControllerRestoration.Type, as key: String,
    formerly: [String] = []
  ) {
    restorationClasses[key] = type
    classKeys[ObjectIdentifier(type).number] = key
    for former in formerly { history.classKeys[former] = key }
  }

  func restorationClass(forKey key: String) -> (any ViewControllerRestoration.Type)? {
    restorationClasses[key]
  }

  func key(forRestorationClass type: any ViewControllerRestoration.Type) -> String? {
    classKeys[ObjectIdentifier(type).number]
  }

  /// The key and the schema of an object's type.
  ///
  /// A type that nobody registered goes by its Swift name, which is slower to find out and does not
  /// survive a renaming.
  func savedType(of object: AnyObject) -> SavedType {
    let type: AnyObject.Type = type(of: object)
    return types[ObjectIdentifier(type).number]
      ?? SavedType(key: String(describing: type), schema: 1)
  }

  /// Whether an object is of the saved type or a subclass of it (contract 3.7).
  func isKind(_ object: AnyObject, of key: String) -> Bool {
    typeChecks[key]?(object) ?? (savedType(of: object).key == key)
  }

  /// Whether a type was offered under a key.
  func isKnown(_ key: String) -> Bool { typeChecks[key] != nil }
}
