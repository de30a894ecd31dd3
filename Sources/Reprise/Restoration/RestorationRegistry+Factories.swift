/// Factories as the shortest way back: what is registered with one needs no restoration class and no
/// identifier of its own.
extension RestorationRegistry {
  /// Whether restoring can make a controller of the type under a key anew.
  ///
  /// Of the kit's own types only a stack of screens: its screens come back by themselves. Tabs are the
  /// app's to supply (contract 2.B.4).
  func canMakeController(ofType key: String) -> Bool {
    hasFactories && sceneFactories[key] != nil
      && (!kitSceneKeys.contains(key) || key == Self.stackKey)
  }

  /// Whether the app registered anything with a factory.
  var hasFactories: Bool { sceneFactories.count > kitSceneKeys.count }

  /// What a controller is called that was given no restoration identifier; `nil` leaves it out of the
  /// state (contract 2.2).
  ///
  /// The key of its type, if that has a factory. A stack that holds such a screen has one as well, and
  /// so has the root of the window, without which nothing would be kept.
  func defaultIdentifier(of controller: ViewController) -> String? {
    guard hasFactories else { return nil }
    let key = savedType(of: controller).key
    if sceneFactories[key] != nil, !kitSceneKeys.contains(key) { return key }
    if controller.rootWindow != nil { return "root" }
    guard let stack = controller as? NavigationController,
      stack.viewControllers.contains(where: { defaultIdentifier(of: $0) != nil })
    else { return nil }
    return Self.stackKey
  }

  /// Gives a controller, and those in it and over it, the identifiers that they were not given.
  func giveDefaultIdentifiers(to controller: ViewController) {
    guard hasFactories else { return }
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
