import Reprise

/// A form of one field: kill it in the middle of a word and it comes back there.
@main struct HelloApp: RepriseApp {
  let name = "hello"

  func register(in registry: inout RestorationRegistry) {
    registry.register(Greeting.self, as: "greeting")
  }

  func rootViewController(_ application: Application) -> ViewController { Greeting() }
}

final class Greeting: ViewController, TextFieldDelegate {
  @Restorable("name") private var name = ""
  private let field = TextField().named("name")

  override func loadView() -> View {
    field.placeholder = "Your name"
    field.delegate = self
    return Column(spacing: 1, padding: EdgeInsets(top: 1, left: 2)) {
      Label("What is your name? Tab leaves the field, then q the program.")
      field
      Row { Button("Again") { [unowned self] in clear() } }
    }
  }

  override func decodeRestorableState(with coder: Coder) {
    field.text = name
    super.decodeRestorableState(with: coder)
  }

  func textFieldDidChange(_ field: TextField) { name = field.text }

  private func clear() { (name, field.text) = ("", "") }
}
