import Reprise
import RepriseTesting

/// A line that an app keeps, with the field in which it is written.
final class Entry {
  var text: String
  var isEditable = true
  var maximumLength = 100_000

  init(_ text: String) { self.text = text }

  /// An app that shows nothing else.
  func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot(size: Size(width: 60, height: 10), restartsAfterEveryEvent: restarts) {
      device, store in
      Application(
        delegate: EntryDelegate(entry: self), device: device, store: store,
        registry: RestorationRegistry(), environment: Environment(), version: "1")
    }
  }

  static func field(in pilot: Pilot) -> TextField? {
    pilot.application.window.rootViewController?.view.subviews.first as? TextField
  }
}

private final class EntryDelegate: ApplicationDelegate, TextFieldDelegate {
  let entry: Entry

  init(entry: Entry) { self.entry = entry }

  func applicationWillFinishLaunching(_ application: Application) {
    let controller = ViewController()
    controller.restorationIdentifier = "entry"
    let field = TextField()
    field.restorationIdentifier = "field"
    field.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    field.maximumLength = entry.maximumLength
    field.text = entry.text
    field.isEditable = entry.isEditable
    field.delegate = self
    controller.view.addSubview(field)
    application.window.rootViewController = controller
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    true
  }

  func textFieldDidChange(_ textField: TextField) { entry.text = textField.text }
}
