/// The shortest way back: what is registered with ``restore(_:as:formerly:schema:factory:)`` needs no
/// restoration class and no identifier of its own.
extension RestorationRegistry {
  /// Offers a type of controller under a key, and says how to make one: that is all it takes for a pushed or
  /// presented controller to come back, with what it keeps.
  ///
  /// ```swift
  /// registry.restore(NoteForm.self, as: "form") { NoteForm(store: $0[NoteStore.self]) }
  /// ```
  ///
  /// The factory is asked where no restoration class, delegate, existing object or scene brings the controller
  /// back (contract 3.2 to 3.5). A controller of the type that was given no `restorationIdentifier` gets the
  /// key for one. So that the way to it is kept, too, a stack around such a screen and the root of the window
  /// get one, unless they were given one; all other controllers without one stay out of the state (contract 2.2).
  public mutating func restore<Controller: ViewController>(
    _ type: Controller.Type, as key: String, formerly: [String] = [], schema: Int = 1,
    factory: @escaping SceneFactory<Controller>
  ) {
    register(type, as: key, formerly: formerly, schema: schema, factory: factory)
    restoredKeys.insert(key)
  }

  /// Whether restoring can make a controller of the type under a key anew.
  ///
  /// Of the kit's own types only a stack of screens: its screens come back by themselves. Tabs are the
  /// app's to supply (contract 2.B.4).
  func canMakeController(ofType key: String) -> Bool {
    restoresByFactory && (restoredKeys.contains(key) || key == Self.stackKey)
  }

  /// Whether the app has anything brought back by a factory.
  var restoresByFactory: Bool { !restoredKeys.isEmpty }

  /// What a controller is called that was given no restoration identifier; `nil` leaves it out of the
  /// state (contract 2.2).
  ///
  /// The key of its type, if a factory brings that back. A stack that holds such a screen has one as well, and
  /// so has the root of the window, without which nothing would be kept.
  func defaultIdentifier(of controller: ViewController) -> String? {
    guard restoresByFactory else { return nil }
    let key = savedType(of: controller).key
    if restoredKeys.contains(key) { return key }
    if controller.rootWindow != nil { return "root" }
    guard let stack = controller as? NavigationController,
      stack.viewControllers.contains(where: { defaultIdentifier(of: $0) != nil })
    else { return nil }
    return Self.stackKey
  }

  /// Gives a controller, and those in it and over it, the identifiers that they were not given.
  func giveDefaultIdentifiers(to controller: ViewController) {
    guard restoresByFactory else { return }
    giveDefaultIdentifier(to: controller)
    for child in controller.children { giveDefaultIdentifiers(to: child) }
    if let presented = controller.presentedViewController { giveDefaultIdentifiers(to: presented) }
  }

  /// Gives a controller the identifier that it was not given.
  func giveDefaultIdentifier(to controller: ViewController) {
    guard controller.restorationIdentifier == nil else { return }
    controller.restorationIdentifier = defaultIdentifier(of: controller)
  }
}
