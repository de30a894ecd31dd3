extension Restorer {
  /// Finds or makes a registered object: by its restoration class, or else among the registered ones
  /// (contract 6.7).
  func locateObject(_ saved: SavedObject) {
    guard let coder = coder(of: saved), !saved.isBeingLocated else { return }
    saved.isBeingLocated = true
    let record = saved.record
    guard let key = record.restorationClass else {
      guard
        let object = preserver.registered.object(
          record.identifier, in: saved.parent?.object, index: record.index)
      else { return leaveOut(saved, "no object is registered for it") }
      return found(object, saved)
    }
    guard let type = preserver.registry.objectRestorationClass(forKey: key) else {
      return keep(saved, "no object restoration class \"\(key)\" is registered")
    }
    guard let made = type.object(withRestorationIdentifierPath: saved.path, coder: coder) else {
      return drop(saved, "its restoration class returned nothing")
    }
    if preserver.registered.identifier(of: made) == nil {
      preserver.register(made, restorationIdentifier: record.identifier)
    }
    found(made, saved)
  }
}
