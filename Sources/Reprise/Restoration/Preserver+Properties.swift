/// The ``Restorable`` properties of preserved objects.
extension Preserver {
  /// The properties of an object, set to mark its entry dirty when they change.
  func attachedProperties(of object: AnyObject, to entry: PreservedObject) -> [RestorableProperty] {
    let properties = properties(of: object)
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

  /// Has properties write their values.
  func encode(_ properties: [RestorableProperty], with coder: Coder) {
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
  }
}
