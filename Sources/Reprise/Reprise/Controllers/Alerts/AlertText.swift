/// The text of an alert, whose position is part of the state of the screen that asked.
final class AlertText: ScrollView {
  /// Called when the position changed.
  var didScroll: () -> Void = {}

  override func setNeedsPreservation() {
    super.setNeedsPreservation()
    didScroll()
  }
}
