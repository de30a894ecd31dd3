import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct ActionExamples {
  final class NoteForm: ViewController {
    @Restorable("name") var name = ""
    private let saveButton = Button("Save")
    private(set) var isSaved = false
    var hasAttachments = false

    func save() { isSaved = true }
    func discard() { name = "" }
    func attach() { hasAttachments = true }

    override func loadView() -> View {
      Column {
        TextField($name)
        saveButton
      }
    }

    override func updateProperties() {
      title = name.isEmpty ? "New note" : name
      saveButton.isHidden = name.isEmpty
    }

    override var actions: [Action] { [saveAction, cancelAction] }

    private lazy var saveAction = Action(
      "note.save", "Save", "^S", for: self, enabled: { !$0.name.isEmpty }
    ) { $0.save() }

    private lazy var cancelAction = Action.cancel { [weak self] in self?.dismiss() }

    lazy var discardAction =
      Action("draft.discard", "Discard draft", "D", role: .destructive, for: self) { $0.discard() }

    lazy var attachAction =
      Action("item.attach", "Add files", "P", for: self) { $0.attach() }
      .hinted(for: self) { !$0.hasAttachments }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      hasAttachments = coder.decodeBool(forKey: "attachments")
    }
  }

  @Test func anActionNeedsAName() throws {
    let form = NoteForm()
    let pilot = try Pilot.showing { form }
    try pilot.press(.control("s"))
    #expect(!form.isSaved)
    try pilot.type("Milk")
    try pilot.press(.control("s"))
    #expect(form.isSaved && form.title == "Milk")
    form.discardAction.perform()
    form.attachAction.perform()
    #expect(form.name.isEmpty && form.hasAttachments)
  }

  /// A screen with a list of what can be done, as the kit's help has one.
  final class HelpfulList: ViewController {
    var isOpen = false

    override var keyCommands: [KeyCommand] {
      super.keyCommands + [KeyCommand("o", title: "Open") { [weak self] in self?.isOpen = true }]
    }

    func presentForm() { present(NoteForm()) }

    private lazy var new =
      Action("list.new", "New", "n", for: self) { $0.presentForm() }

    override var actions: [Action] {
      guard let application = window?.application else { return [new] }
      let help =
        Action("app.help", "Help", "?", "F1") { HelpViewController.present(in: application) }
      return [new, help]
    }
  }

  @Test func keysAreListed() throws {
    let list = HelpfulList()
    let pilot = try Pilot.showing { list }
    try pilot.press(.character("?"))
    #expect(pilot.screen.contains("Help"))
    try pilot.press(KeyPress(.escape), .character("o"))
    #expect(list.isOpen)
  }

  @Test func keysOfAppAreReadFromPreferences() {
    let table = ActionTable(text: "book.new\tNew\tn\n\nbooks\tbook.new\n")
    var preferences = Preferences(text: "theme = 'dim'\nkeys.\"book.new\" = 'N'")
    let theme: Theme.Name? = preferences.choice("theme")
    let keys = preferences.keys(of: table, listedBy: "shelf keys")
    let problem: PreferenceProblem? = preferences.problems.first
    #expect(theme == nil && keys["book.new"] == ["N"])
    #expect(problem?.line == 1)
  }

  /// Compiled only: there is no launch in a test.
  private func readPreferences(_ launch: Launch, _ application: Application, _ table: ActionTable) {
    var preferences = Preferences(files: launch.directories.preferences)
    application.preferredTheme = preferences.theme()
    application.keyOverrides = preferences.keys(of: table, listedBy: "shelf keys")
    preferences.nameUnknownKeys()
  }

  /// A view that takes some keys before its screen does.
  final class Dial: View {
    var value = 0

    override func pressBegan(_ press: KeyPress) -> Bool {
      guard press == .character("+") else { return false }
      value += 1
      return true
    }
  }

  @Test func anEventGoesUpTheResponders() {
    let dial = Dial()
    func handler(of press: KeyPress, from first: Responder) -> Responder? {
      var responder: Responder? = first
      while let next = responder, !next.pressBegan(press) { responder = next.next }
      return responder
    }
    #expect(handler(of: .character("+"), from: dial) === dial && dial.value == 1)
    #expect(handler(of: .character("-"), from: dial) == nil)
  }
}

/// A screen whose searches the palette lists.
private final class SearchesScreen: ViewController {
  struct Search {
    let id: Int
    let name: String
  }

  struct Store {
    var searches: [Search] = []
  }

  private let store = Store(searches: [Search(id: 1, name: "Lent")])
  private var opened: Int?

  private func open(_ search: Search) { opened = search.id }

  override var userActions: [Action] {
    store.searches.map { search in
      Action("search.\(search.id)", "Search: \(search.name)", for: self) { $0.open(search) }
    }
  }
}
