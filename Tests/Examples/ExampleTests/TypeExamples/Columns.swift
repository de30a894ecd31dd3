import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct ColumnExamples {
  struct Book {
    var title, author: String
  }

  final class BookCell: ColumnCell {
    var book: Book? {
      didSet { reloadColumns() }
    }

    override func text(inColumn id: String) -> String {
      (id == "title" ? book?.title : book?.author) ?? ""
    }
  }

  final class BookList: ViewController, TableViewDataSource, TableViewDelegate {
    let table = TableView()
    var isLoading = false
    private(set) var waiting: MarkingAction?
    private(set) var sorted = ""
    private let books = [
      Book(title: "Emma", author: "Austen"), Book(title: "Ulysses", author: "Joyce"),
    ]

    override func loadView() -> View {
      table.columns = [
        TableColumn("title", "Title", priority: 2), TableColumn("author", "Author", priority: 1),
      ]
      table.dataSource = self
      table.delegate = self
      table.allowsMultipleSelection = true
      let header = TableHeaderView(of: table)
      header.didChoose = { [unowned self] column in sort(by: column.id) }
      header.sortedColumn = "title"
      return Column {
        header
        table
      }
    }

    private func sort(by id: String) { sorted = id }

    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}

    func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool {
      if isLoading { waiting = action }
      return !isLoading
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      books.count
    }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(BookCell.self)
      cell.book = books[path.row]
      return cell
    }
  }

  @Test func marksOfAllBooksWaitUntilTheyAreLoaded() throws {
    let list = BookList()
    list.isLoading = true
    let preview = try Preview("books") { list }
    _ = try preview.frame(keys: "*")
    #expect(list.waiting == .markAll)
    list.table.perform(.markAll)
    #expect(list.table.numberOfMarks == 2)
  }

  @Test func booksAreInColumns() throws {
    let list = BookList()
    let screen = try Preview("books") { list }.frame().plainText()
    #expect(screen.contains("Title ↑") && screen.contains("Austen"))
    let layout: TableColumnLayout = list.table.columnLayout(in: 40)
    #expect(layout.shown.map(\.column.id) == ["title", "author"])
  }

  @Test func columnsOfAnInventory() {
    let table = TableView()
    table.columns = [
      TableColumn("name", "Name", priority: 3, minimumWidth: 16),
      TableColumn("place", "Place", priority: 2, minimumWidth: 12),
      TableColumn("tags", "Tags", isOptional: true),
      TableColumn("value", "Value", alignment: .right, priority: 4),
    ]
    #expect(table.columnLayout(in: 20).shown.first?.column.id == "name")
  }

  /// Notes by their identifiers.
  final class NoteStore { var notes: [String: String] = ["a": "Milk"] }

  final class NoteRows: DataSourceModelAssociation {
    let store = NoteStore()

    func modelIdentifierForElement(at path: IndexPath, in view: View) -> String? { "a" }

    func indexPathForElement(withModelIdentifier id: String, in view: View) -> IndexPath? { nil }

    func modelIdentifiersOfMissingElements(among identifiers: [String], in view: View) -> [String] {
      identifiers.filter { store.notes[$0] == nil }
    }
  }

  @Test func deletedNotesAreNamed() {
    #expect(NoteRows().modelIdentifiersOfMissingElements(among: ["a", "b"], in: View()) == ["b"])
  }
}
