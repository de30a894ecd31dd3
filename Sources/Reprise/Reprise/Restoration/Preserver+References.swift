import Preservation

extension Preserver: ReferenceCoding {
  /// The node of an object; a new object gets one and is marked dirty.
  ///
  /// Objects without a restoration identifier have none (contract 2.2, 2.9).
  package func reference(to object: AnyObject) -> NodeID? {
    if registry.restoresByFactory, let controller = object as? ViewController {
      registry.giveDefaultIdentifier(to: controller)
    }
    guard let object = restorable(object), isPreservable(object) else {
      noteUnregistered(object)
      return nil
    }
    if let entry = entries[object: object] {
      // It was unreachable before it was ever stored.
      if entry.record == nil { mark(entry) }
      return entry.node
    }
    let entry = add(object, as: .random())
    mark(entry)
    return entry.node
  }

  package func object(for node: NodeID) -> AnyObject? { entries[node]?.object }

  package func coder(for node: NodeID) -> Coder? { nil }

  package func noteKitKey(_ key: String) {
    remark("the key \"\(key)\" is reserved for the kit: its value is not saved")
  }

  private func isPreservable(_ object: any StateRestoring) -> Bool {
    object is Window || identifier(of: object) != nil
  }

  /// The object as `StateRestoring`.
  ///
  /// Nearly all are responders or have an entry; a cast to a protocol takes much longer than either
  /// check.
  private func restorable(_ object: AnyObject) -> (any StateRestoring)? {
    if let responder = object as? Responder { return responder }
    return entries[object: object]?.object ?? object as? any StateRestoring
  }
}
