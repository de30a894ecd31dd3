extension Preserver {
  /// Registers an object under an identifier.
  func register(_ object: any StateRestoring, restorationIdentifier: String) {
    guard !(object is Responder), !isRoot(object) else {
      return remark("views and controllers are not registered: set their restorationIdentifier")
    }
    if registered.register(object, identifier: restorationIdentifier) {
      remark(
        "several registered objects are called \"\(restorationIdentifier)\" in one place: "
          + "they are told apart by the order of their registration")
    }
    setNeedsPreservation(object)
  }

  /// The restoration identifier of an object; `nil` if it is not preserved.
  func identifier(of object: any StateRestoring) -> String? {
    if let responder = object as? Responder { return responder.restorationIdentifier }
    if isRoot(object) { return Self.rootIdentifier }
    return registered.identifier(of: object)
  }

  /// The index that tells an object from siblings of the same identifier (contract 2.A.3, 2.A.4).
  func index(of object: any StateRestoring) -> Int? {
    if let controller = object as? ViewController {
      guard let index = controller.parent?.restorationIndex(of: controller) else { return nil }
      // Stacks and splits tell their children apart whatever those are called.
      let parent = controller.parent
      if !(parent is NavigationController || parent is SplitViewController) {
        noteNamesakes(of: controller)
      }
      return index
    }
    return object is Responder || isRoot(object) ? nil : registered.index(of: object)
  }

  /// The key of the restoration class of an object.
  func restorationClassKey(of object: any StateRestoring) -> String? {
    if let controller = object as? ViewController {
      guard let type = controller.restorationClass else { return nil }
      return registry.key(forRestorationClass: type) ?? unregistered(type, of: controller)
    }
    return object.objectRestorationClass.flatMap(registry.key(forObjectRestorationClass:))
  }

  /// Reports a reference to an object that is not registered, once for each type.
  func noteUnregistered(_ object: AnyObject) {
    guard !(object is Responder), object is any StateRestoring else { return }
    let name = String(describing: type(of: object))
    remark("a \(name) is referred to but not registered: it is not kept")
  }
}
