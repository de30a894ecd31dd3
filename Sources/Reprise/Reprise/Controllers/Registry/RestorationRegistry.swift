/// The types that may be restored, each under a stable key (contract 2.4, 10.1.4).
///
/// State names types only by these keys. So a renamed Swift type loses nothing, and a file cannot name
/// a type that the app did not register. Register here, too, what changes between versions of an app:
/// former keys, former identifiers, and migrations of older values.
///
/// ```
/// registry.register(PageViewController.self, as: "page", formerly: ["leaf"], schema: 2)
/// registry.addMigration(of: "page", from: 1) { $0.rename("book", to: "bookID") }
/// ```
public struct RestorationRegistry {
  private var restorationClasses: [String: any ViewControllerRestoration.Type] = [:]
  /// Keys by the `ObjectIdentifier` of the class, as a number.
  private var classKeys: [Int: String] = [:]
  private var types: [Int: SavedType] = [:]
  private var typeChecks: [String: (AnyObject) -> Bool] = [:]
  var history = RestorationHistory()

  /// The contradictions among registrations, which the application reports.
  private(set) var problems: [String] = []

  /// The type of an object, as its record names it.
  struct SavedType {
    var key: String
    var schema: Int
  }

  /// The restoration classes of registered objects; a list, since a small one costs a launch less than
  /// a dictionary.
  var objectRestorationClasses: [(key: String, type: any ObjectRestoration.Type)] = []

  /// The types by their keys, for storyboards.
  private(set) var typesByKey: [String: any StateRestoring.Type] = [:]

  /// The factories of scenes, by the key of their type.
  var sceneFactories: [String: SceneFactory<ViewController>] = [:]

  /// The keys of those factories that restoring may use.
  var restoredKeys: Set<String> = []

  /// The storyboards that restoring may use.
  var storyboards: [Storyboard] = []

  /// Makes an empty registry.
  init(empty: Void) {}

  /// Registers a type of controller, view or object under a key.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - key: The key in state files, for ever.
  ///   - formerly: The keys that older versions of the app used.
  ///   - schema: The version of the stored keys and values, from 1. Raise it when their meaning
  ///     changes, and add a migration.
  public mutating func register<Object: StateRestoring>(
    _ type: Object.Type, as key: String, formerly: [String] = [], schema: Int = 1
  ) {
    offer(type, as: key, formerly: formerly, schema: schema)
  }

  /// Registers a type of controller that is its own restoration class.
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
    noteClash(of: type, as: key)
    types[ObjectIdentifier(type).number] = SavedType(key: key, schema: schema)
    typesByKey[key] = type
    typeChecks[key] = { $0 is Object }
    history.schemas[key] = schema
    for former in formerly {
      noteClash(ofFormer: former, with: key)
      history.typeKeys[former] = key
    }
  }

  /// Registers a restoration class that makes controllers of another type.
  public mutating func register(
    restorationClass type: any ViewControllerRestoration.Type, as key: String,
    formerly: [String] = []
  ) {
    if let other = restorationClasses[key], other != type {
      note(problem: Self.clash(of: [other, type], as: key, what: "restoration classes"))
    }
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
  /// An unregistered type is stored by its Swift name. That is slower, and does not survive a
  /// renaming.
  func savedType(of object: AnyObject) -> SavedType {
    let type: AnyObject.Type = type(of: object)
    return types[ObjectIdentifier(type).number]
      ?? SavedType(key: String(describing: type), schema: 1)
  }

  /// Whether an object is of the saved type or of a subclass (contract 3.7).
  func isKind(_ object: AnyObject, of key: String) -> Bool {
    typeChecks[key]?(object) ?? (savedType(of: object).key == key)
  }

  /// Whether a type is registered under a key, or was under a former one (contract 8.7.7).
  public func isRegistered(_ key: String) -> Bool {
    isKnown(history.typeKeys[key] ?? key)
      || restorationClasses[history.classKeys[key] ?? key] != nil
  }

  /// Whether a type is registered under a key.
  func isKnown(_ key: String) -> Bool { typeChecks[key] != nil }

  // MARK: - Checking

  /// Records an invalid registration.
  mutating func note(problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Records that another type already has the key.
  private mutating func noteClash(of type: any StateRestoring.Type, as key: String) {
    if let other = typesByKey[key], other != type {
      note(problem: Self.clash(of: [other, type], as: key, what: "types"))
    }
  }

  /// Records that two types claim the same former key.
  private mutating func noteClash(ofFormer former: String, with key: String) {
    guard let other = history.typeKeys[former], other != key else { return }
    note(
      problem: "\"\(former)\" is a former key of \"\(other)\" and of \"\(key)\": "
        + "its state goes to \"\(key)\"")
  }

  static func clash(of types: [Any.Type], as key: String, what: String) -> String {
    let names = types.map { String(describing: $0) }.joined(separator: " and ")
    return
      "two \(what) are registered as \"\(key)\", \(names): only the last one is used; give each its own key"
  }

  // MARK: - Factories

  /// Registers a type of controller with a factory, which is all that a pushed or presented controller
  /// needs to be restored.
  ///
  /// ```swift
  /// registry.restore(NoteForm.self, as: "form") { NoteForm(store: $0[NoteStore.self]) }
  /// ```
  ///
  /// The factory makes the controller if no restoration class, delegate, existing object or scene does
  /// (contract 3.2 to 3.5). A controller of this type without a `restorationIdentifier` gets the key as
  /// one. A stack around it and the root of the window get one as well, so that the way to it is kept.
  /// All other controllers without an identifier stay out of the state (contract 2.2).
  public mutating func restore<Controller: ViewController>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema, factory: factory)
    restoredKeys.insert(key)
  }

  /// Whether a factory can make a saved controller of the type under a key.
  ///
  /// Of the kit's own types only the stack qualifies, whose screens are restored separately. Tabs are supplied
  /// by the app (contract 2.B.4).
  func canMakeController(ofType key: String) -> Bool {
    restoresByFactory && (restoredKeys.contains(key) || key == Self.stackKey)
  }

  /// Whether any type is restored by a factory.
  var restoresByFactory: Bool { !restoredKeys.isEmpty }

  /// The identifier of a controller that was not given one; `nil` leaves it out of the state (contract
  /// 2.2).
  ///
  /// The key of its type, if a factory restores that type. Stacks with such screens get one, too,
  /// and so does the root of the window, without which nothing would be preserved.
  private func defaultIdentifier(of controller: ViewController) -> String? {
    guard restoresByFactory else { return nil }
    let key = savedType(of: controller).key
    if restoredKeys.contains(key) { return key }
    if controller.rootWindow != nil { return "root" }
    guard let stack = controller as? NavigationController,
      stack.viewControllers.contains(where: { defaultIdentifier(of: $0) != nil })
    else { return nil }
    return Self.stackKey
  }

  /// Gives identifiers to a controller, its children and its presented controllers, if they have none.
  func giveDefaultIdentifiers(to controller: ViewController) {
    guard restoresByFactory else { return }
    giveDefaultIdentifier(to: controller)
    for child in controller.children { giveDefaultIdentifiers(to: child) }
    if let presented = controller.presentedViewController { giveDefaultIdentifiers(to: presented) }
  }

  /// Gives a controller an identifier if it has none.
  func giveDefaultIdentifier(to controller: ViewController) {
    guard controller.restorationIdentifier == nil else { return }
    controller.restorationIdentifier = defaultIdentifier(of: controller)
  }

  // MARK: - Objects

  /// Registers a type of object that is its own restoration class.
  ///
  /// The parameters are those of the other kinds of types.
  public mutating func register<Object: StateRestoring & ObjectRestoration>(
    _ type: Object.Type, as key: String, formerly: [String] = [], schema: Int = 1
  ) {
    offer(type, as: key, formerly: formerly, schema: schema)
    register(objectRestorationClass: type, as: key, formerly: formerly)
  }

  /// Registers a restoration class that makes objects of another type.
  public mutating func register(
    objectRestorationClass type: any ObjectRestoration.Type, as key: String,
    formerly: [String] = []
  ) {
    for former in formerly { history.classKeys[former] = key }
    if let other = objectRestorationClass(forKey: key), other != type {
      note(problem: Self.clash(of: [other, type], as: key, what: "object restoration classes"))
    }
    objectRestorationClasses.removeAll { $0.key == key }
    objectRestorationClasses.append((key, type))
  }

  func objectRestorationClass(forKey key: String) -> (any ObjectRestoration.Type)? {
    objectRestorationClasses.first { $0.key == key }?.type
  }

  func key(forObjectRestorationClass type: any ObjectRestoration.Type) -> String? {
    objectRestorationClasses.first { $0.type == type }?.key
  }

  // MARK: - Scenes

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
