/// Restoration without a restoration class and without an identifier of one's own.
extension RestorationRegistry {
  /// Registers a type of controller with a factory, which is all that a pushed or presented controller
  /// needs to come back.
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
  /// Of the kit's own types that is the stack, whose screens come back by themselves. Tabs are supplied
  /// by the app (contract 2.B.4).
  func canMakeController(ofType key: String) -> Bool {
    restoresByFactory && (restoredKeys.contains(key) || key == Self.stackKey)
  }

  /// Whether any type comes back by a factory.
  var restoresByFactory: Bool { !restoredKeys.isEmpty }

  /// The identifier of a controller that was not given one; `nil` leaves it out of the state (contract
  /// 2.2).
  ///
  /// The key of its type, if that comes back by a factory. A stack that holds such a screen has one
  /// too, and so has the root of the window, without which nothing would be kept.
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

  /// Gives identifiers to a controller, its children and what it presents, where they have none.
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
}
