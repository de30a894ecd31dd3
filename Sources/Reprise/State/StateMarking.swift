import Preservation

/// Who keeps the state of an interface, as far as the interface knows it.
///
/// Views, screens and windows know nothing of how state is stored and restored. Whatever they have to
/// tell goes through here: that an object is dirty, above all.
protocol StateMarking: AnyObject {
  /// Says something in the report of this launch.
  var remark: (String) -> Void { get }

  /// Has an object encoded with this turn.
  func mark(_ entry: PreservedObject)

  /// Has an object read its state, its ``Restorable`` properties first.
  func decode(_ object: any StateRestoring, with coder: Coder)

  /// Says that the view of a screen is loaded, which may happen while another object comes back.
  ///
  /// - Returns: What came back until now, for ``enterRestoring(_:)`` once the view is there; `nil` when
  ///   nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID??

  /// Says that an object comes back now; none stands for the app as a whole.
  func enterRestoring(_ node: NodeID?)
}
