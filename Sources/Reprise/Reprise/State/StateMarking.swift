import Preservation

/// The preserver, as the interface below it knows it.
///
/// Views, screens and windows know nothing of how state is stored and restored. Whatever they tell
/// about it goes through here, above all that an object is dirty.
protocol StateMarking: AnyObject {
  /// Adds a line to the report of this launch.
  var remark: (String) -> Void { get }

  /// Has an object encoded with this turn.
  func mark(_ entry: PreservedObject)

  /// Has an object read its state, its ``Restorable`` properties first.
  func decode(_ object: any StateRestoring, with coder: Coder)

  /// Notes that the view of a screen loads, which may happen while another object is being restored.
  ///
  /// - Returns: The object that was being restored, to give back to ``enterRestoring(_:)`` afterwards;
  ///   `nil` when nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID??

  /// Notes which object is being restored now; `nil` stands for the app as a whole.
  func enterRestoring(_ node: NodeID?)
}
