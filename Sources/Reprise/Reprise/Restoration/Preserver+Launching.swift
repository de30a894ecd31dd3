extension Preserver {
  /// Notes which object is being restored now; `nil` stands for the app as a whole.
  func enterRestoring(_ node: NodeID?) {
    restoringNode = node
    noteRestoring?(node)
  }

  /// Notes that the view of a screen loads, which may happen while another object is being restored.
  ///
  /// Returns the object that was being restored; `nil` when nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID?? {
    guard noteRestoring != nil, let node = adoptedNode(of: screen) else { return nil }
    let outer = restoringNode
    enterRestoring(node)
    return .some(outer)
  }
}
