import Reprise
import RepriseTesting

/// A line that an app keeps, with the field in which it is written.
final class Entry: TextFieldDelegate {
  var text: String
  var isEditable = true
  var maximumLength = 100_000

  init(_ text: String) { self.text = text }

  /// An app that shows nothing else.
  func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot.showing(size: Size(width: 60, height: 10), restarts: restarts) { self.makeScreen() }
  }

  static func field(in pilot: Pilot) -> TextField? {
    pilot.application.window.rootViewController?.view.subviews.first as? TextField
  }

  private func makeScreen() -> ViewController {
    let controller = ViewController()
    controller.restorationIdentifier = "entry"
    let field = TextField()
    field.restorationIdentifier = "field"
    field.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    field.maximumLength = maximumLength
    field.text = text
    field.isEditable = isEditable
    field.delegate = self
    controller.view.addSubview(field)
    return controller
  }

  func textFieldDidChange(_ textField: TextField) { text = textField.text }
}
