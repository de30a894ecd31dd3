extension Preserver {
  /// Says that an object comes back now; none stands for the app as a whole.
  func enterRestoring(_ node: NodeID?) {
    restoringNode = node
    noteRestoring?(node)
  }

  /// Says that the view of a screen is loaded, which may happen while another object comes back.
  ///
  /// Returns what came back until now, to go on with; `nil` when nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID?? {
    guard noteRestoring != nil, let node = adoptedNode(of: screen) else { return nil }
    let outer = restoringNode
    enterRestoring(node)
    return .some(outer)
  }
}
