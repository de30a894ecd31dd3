import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct AlertExamples {
  struct Book {
    let id: String
    let title: String
  }

  final class Shelf {
    var books = [Book(id: "dune", title: "Dune")]

    subscript(id: String?) -> Book? { books.first { $0.id == id } }

    func remove(_ book: Book) { books.removeAll { $0.id == book.id } }
  }

  final class BookScreen: ViewController {
    let shelf = Shelf()

    private var book: Book { shelf.books[0] }

    func remove() { ask(AlertQuestion("shelf.remove", ["book": book.id])) }

    override func alert(for question: AlertQuestion) -> AlertController? {
      guard question.name == "shelf.remove", let book = shelf[question.details["book"]]
      else { return nil }
      let alert = AlertController(title: "Remove “\(book.title)”?")
      alert.addAction(
        Action("book.remove", "Remove", "r", role: .destructive) { [shelf] in shelf.remove(book) })
      alert.addAction(.cancel())
      return alert
    }
  }

  @Test func aBookIsRemovedAfterAQuestion() throws {
    let screen = BookScreen()
    let pilot = try Pilot.showing { screen }
    screen.remove()
    try pilot.settle()
    #expect(pilot.screen.contains("Remove “Dune”?"))
    try pilot.press(.character("r"))
    #expect(screen.shelf.books.isEmpty)
  }

  final class NoteForm: ViewController {
    struct Note {
      var name = "Milk"
    }

    private let note = Note()
    private let saved = ""
    var text = ""
    private(set) var isDeleted = false

    func delete() { isDeleted = true }

    func askWhetherToDelete() {
      let alert = AlertController(title: "Delete “\(note.name)”?", message: "It has 3 pages.")
      alert.addAction(
        Action("note.delete", "Delete", role: .destructive) { [unowned self] in delete() })
      alert.addAction(.cancel())
      present(alert)
    }

    override func shouldDismiss() -> Bool {
      if text == saved { return true }
      let alert = AlertController(title: "Discard the text?")
      alert.addAction(
        Action("discard", "Discard", role: .destructive) { [unowned self] in dismiss() })
      alert.addAction(.cancel("Continue writing"))
      present(alert)
      return false
    }
  }

  @Test func aNoteIsDeletedAfterAQuestion() throws {
    let form = NoteForm()
    let pilot = try Pilot.showing { form }
    form.askWhetherToDelete()
    try pilot.settle()
    #expect(pilot.screen.contains("It has 3 pages."))
    try pilot.press(KeyPress(.right), KeyPress(.enter))
    #expect(form.isDeleted)
    form.text = "half a"
    #expect(!form.shouldDismiss() && form.presentedViewController is AlertController)
  }
}
