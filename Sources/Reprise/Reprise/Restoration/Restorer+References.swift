extension Restorer: ReferenceCoding {
  func reference(to object: AnyObject) -> NodeID? { nil }

  /// The object of a node.
  ///
  /// A registered object is made when something first refers to it (contract 6.7); after that the
  /// object that refers to it goes on.
  func object(for node: NodeID) -> AnyObject? {
    guard let saved = objects[node] else { return nil }
    if isRestoring, saved.object == nil, saved.record.kind == .object {
      let asking = preserver.restoringNode
      locate(saved)
      preserver.enterRestoring(asking)
    }
    return saved.object
  }

  func coder(for node: NodeID) -> Coder? { objects[node].flatMap(coder(of:)) }

  /// The coder of a saved object; `nil` if it is not to be decoded (contract 3.7).
  func coder(of saved: SavedObject) -> Coder? {
    if let coder = saved.coder { return coder }
    guard !saved.isDropped else { return nil }
    if saved.record.kind == .view, let view = saved.object,
      !preserver.registry.isKind(view, of: saved.record.typeKey)
    {
      return nil
    }
    let coder = Coder(
      saved.record.keyedValues, references: self, userInfo: preserver.environment,
      archiveInfo: info)
    if isRestoring { saved.coder = coder }
    return coder
  }

  func object(named value: Value, forKey key: String) -> AnyObject? {
    guard key == ViewController.StateKey.storyboard else { return nil }
    return StoryboardSceneReference(value: value, registry: preserver.registry)?.storyboard
  }
}
