/// The ``Restorable`` properties of preserved objects.
extension Preserver {
  /// The properties of an object, set to mark its entry dirty when they change.
  func attachedProperties(of object: AnyObject, to entry: PreservedObject) -> [RestorableProperty] {
    let properties = properties(of: object)
    noteTwins(among: properties, of: object)
    for property in properties {
      property.didChange = { [weak entry] in
        if let entry { entry.owner.preserver?.mark(entry) }
      }
    }
    return properties
  }

  /// Responders found theirs when they were made.
  private func properties(of object: AnyObject) -> [RestorableProperty] {
    (object as? Responder)?.restorables ?? RestorableProperties.find(in: object)
  }

  /// Has the properties of an object write their values, after the object itself.
  func encode(_ properties: [RestorableProperty], of object: AnyObject, with coder: Coder) {
    if properties.isEmpty { return }
    for property in properties where coder.containsValue(forKey: property.key) {
      remark(
        "\(name(of: object)) writes \"\(property.key)\" itself and has a property of that key: "
          + "only the property is kept")
    }
    for property in properties {
      do {
        try property.encode(with: coder)
      } catch {
        remark("what is kept as \"\(property.key)\" could not be written: \(error)")
      }
    }
  }

  /// Has an object read its state, its properties first.
  func decode(_ object: any StateRestoring, with coder: Coder) {
    for property in entries[object: object]?.properties ?? properties(of: object) {
      property.decode(with: coder)
    }
    object.decodeRestorableState(with: coder)
    noteMismatches(in: coder, of: object)
  }

  /// Reports two properties with the same key, of which only the last is restored.
  func noteTwins(among properties: [RestorableProperty], of object: AnyObject) {
    if properties.count < 2 { return }
    var seen: Set<String> = []
    for property in properties where !seen.insert(property.key).inserted {
      remark(
        "\(name(of: object)) has two properties of the key \"\(property.key)\": "
          + "only the last one is kept; give each its own key")
    }
  }

  /// Reports values that were read as another type than they were saved as.
  func noteMismatches(in coder: Coder, of object: AnyObject) {
    for key in coder.mismatchedKeys {
      remark(
        "\(name(of: object)): the saved value of \"\(key)\" has another type than is read now, and is dropped; "
          + "add a migration (RestorationRegistry.addMigration) or use a new key")
    }
  }

  /// The name of an object in remarks.
  func name(of object: AnyObject) -> String {
    if let controller = object as? ViewController { return controller.nameInReports }
    if let view = object as? View { return view.nameInReports }
    let type = String(describing: type(of: object))
    let identifier = (object as? any StateRestoring).flatMap(identifier(of:))
    return identifier.map { "\(type) \"\($0)\"" } ?? type
  }
}
