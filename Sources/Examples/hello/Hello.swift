import Reprise
import RepriseCommands

/// A form of one field: kill it in the middle of a word and it comes back there.
@main struct HelloApp: CommandLineApp {
  let name = "hello"

  func register(in registry: inout RestorationRegistry) {
    registry.restore(Greeting.self, as: "greeting") { _ in Greeting() }
  }

  func root(_ application: Application) -> ViewController { Greeting() }
}

final class Greeting: ViewController {
  @Restorable("name") private var name = ""
  private let greeting = Label()

  override func loadView() -> View {
    let field = TextField($name)
    field.placeholder = "Your name"
    return Column(spacing: 1, padding: EdgeInsets(top: 1, left: 2)) {
      Label("What is your name? Tab leaves the field, q quits.")
      field
      Row { Button("Again") { [unowned self] in name = "" } }
      greeting
    }
  }

  override func updateProperties() {
    greeting.text = name.isEmpty ? "" : "Hello, \(name)!"
  }
}
