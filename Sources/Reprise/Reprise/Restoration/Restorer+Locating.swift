import Preservation

/// Phase 1: finding and making.
extension Restorer {
  func locate(_ saved: SavedObject) {
    guard saved.object == nil, !saved.isDropped else { return }
    let record = saved.record
    if record.kind == .damaged { return drop(saved, "its saved bytes are damaged") }
    if let parent = saved.parent, parent.isDropped {
      let reason = "its parent did not come back"
      return parent.isKept ? keep(saved, reason) : drop(saved, reason)
    }
    if record.node == application.store.leftOut {
      return drop(saved, "the last launch died while it came back")
    }
    note(record)
    if let reason = saved.unknown { return keep(saved, reason) }
    switch record.kind {
    case .window: found(application.window, saved)
    case .controller: locateController(saved)
    case .object: locateObject(saved)
    case .view, .application, .unreadable, .damaged: break
    }
  }

  /// Asks the restoration class, else the delegate, then looks for an existing controller, then asks
  /// the storyboard (contract 3.2 to 3.5), last the factory of the type.
  private func locateController(_ saved: SavedObject) {
    guard let coder = coder(of: saved) else { return }
    if let key = saved.record.restorationClass {
      makeController(saved, withClassFor: key, from: coder)
    } else if let given = application.viewController(
      withRestorationIdentifierPath: saved.path, coder: coder)
    {
      noteMade(given, saved)
      found(given, saved)
    } else if let existing = existingController(for: saved) {
      found(existing, saved)
    } else if let made = controllerFromStoryboard(for: coder) ?? controllerFromFactory(for: saved) {
      found(made, saved)
    } else {
      leaveOut(saved, "no object was found for it")
    }
  }

  private func controllerFromFactory(for saved: SavedObject) -> ViewController? {
    let (registry, key) = (preserver.registry, saved.record.typeKey)
    guard registry.canMakeController(ofType: key) else { return nil }
    return registry.makeScene(ofType: key, environment: preserver.environment)
  }

  private func makeController(
    _ saved: SavedObject, withClassFor key: String, from coder: Coder
  ) {
    guard let type = preserver.registry.restorationClass(forKey: key) else {
      return keep(saved, "no restoration class \"\(key)\" is registered")
    }
    guard let made = type.viewController(withRestorationIdentifierPath: saved.path, coder: coder)
    else { return drop(saved, "its restoration class returned nothing") }
    noteMade(made, saved)
    if made.restorationClass == nil { made.restorationClass = type }
    found(made, saved)
  }

  func existingController(for saved: SavedObject) -> ViewController? {
    guard let parent = saved.parent?.object else { return nil }
    let candidates =
      (parent as? Window)?.rootViewController?.restorable(at: nil)
      ?? (parent as? ViewController)?.restorableChildren ?? []
    return candidates.first {
      $0.controller.restorationIdentifier == saved.record.identifier
        && $0.index == saved.record.index
    }?.controller
  }

  func found(_ object: any StateRestoring, _ saved: SavedObject) {
    if let controller = object as? ViewController {
      if controller.storyboardScene == nil {
        controller.storyboardScene = coder(of: saved).flatMap(scene(in:))
      }
      if controller.restorationIdentifier == nil, saved.record.kind == .controller {
        controller.restorationIdentifier = saved.record.identifier
      }
      preserver.registry.giveDefaultIdentifiers(to: controller)
    }
    saved.object = object
    if let reason = strangeness(of: saved.record, for: object) { return keep(saved, reason) }
    preserver.adopt(object, record: saved.stored)
  }

  /// Why the record of an existing object belongs to another version of the app; `nil` if it does not.
  private func strangeness(of record: ObjectRecord, for object: any StateRestoring) -> String? {
    if preserver.registry.isKnown(record.typeKey)
      || preserver.registry.isKind(object, of: record.typeKey)
    {
      return nil
    }
    return "no type \"\(record.typeKey)\" is registered"
  }
}
