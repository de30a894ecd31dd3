import Reprise

final class ShelfScreen: ViewController {
  private let shelf: Shelf
  private let table = TableView().named("books")
  private lazy var rows = TableViewDiffableDataSource<Book>(table) { $0.text = $1.title }

  init(shelf: Shelf) {
    self.shelf = shelf
    super.init()
    title = "Shelf"
  }

  override func loadView() -> View { table }

  override func updateProperties() { rows.apply(shelf.books) }

  override var actions: [Action] { [new, remove] }

  private lazy var new = Action("shelf.new", "New", "n", for: self) {
    $0.present(BookScreen(shelf: $0.shelf))
  }

  private lazy var remove = Action(
    "shelf.remove", "Remove", "x", role: .destructive, for: self,
    enabled: { $0.rows.selectedItem != nil }
  ) { $0.askWhetherToRemove() }

  private func askWhetherToRemove() {
    guard let book = rows.selectedItem else { return }
    let alert = AlertController(title: "Remove “\(book.title)”?")
    alert.addAction(
      Action("book.remove", "Remove", "r", role: .destructive) { [shelf] in
        shelf.books.removeAll { $0.id == book.id }
      })
    alert.addAction(.cancel())
    present(alert)
  }
}
