extension Restorer {
  /// Finds or makes a registered object: by its restoration class if it had one, else what is
  /// registered already (contract 6.7).
  func locateObject(_ record: ObjectRecord) {
    guard let coder = coder(for: record.node), let path = beginLocating(record) else { return }
    guard let key = record.restorationClass else {
      let parent = record.parent.flatMap { located[$0] }
      guard
        let object = preserver.registered.object(
          record.identifier, in: parent, index: record.index)
      else { return leaveOut(record, "no object is registered for it") }
      return found(object, record)
    }
    guard let type = preserver.registry.objectRestorationClass(forKey: key) else {
      return keep(record, "no object restoration class \"\(key)\" is registered")
    }
    guard let made = type.object(withRestorationIdentifierPath: path, coder: coder) else {
      return drop(record, "its restoration class returned nothing")
    }
    if preserver.registered.identifier(of: made) == nil {
      preserver.register(made, restorationIdentifier: record.identifier)
    }
    found(made, record)
  }
}
