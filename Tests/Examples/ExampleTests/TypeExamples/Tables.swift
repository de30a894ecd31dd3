import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct TableExamples {
  struct Note: Identifiable {
    let id: Int
    var name: String
  }

  final class NoteStore {
    var notes = [Note(id: 1, name: "Milk"), Note(id: 2, name: "Bread")]
  }

  final class NotePage: ViewController {
    init(_ note: Note) {
      super.init()
      title = note.name
    }
  }

  final class NoteList: ViewController {
    private let table = TableView().named("table")
    let store = NoteStore()

    private lazy var rows = TableViewDiffableDataSource<Note>(table) { $0.text = $1.name }

    override func updateProperties() { rows.apply(store.notes) }

    override func loadView() -> View { table }

    override func viewDidLoad() {
      rows.didOpen = { [unowned self] in showDetailViewController(NotePage($0), sender: self) }
      rows.didReorder = { [store] in store.notes = $0.flatMap(\.items) }
    }

    func group(_ name: Note, _ place: Note, _ price: Note, _ date: Note) {
      rows.apply([.init(items: [name, place]), .init("Bought", items: [price, date])])
    }
  }

  @Test func notesAreListed() throws {
    let list = NoteList()
    #expect(try Preview("notes") { list }.frame().plainText().contains("Milk"))
    let notes = ["Milk", "Shop", "3.20", "Today"].enumerated()
      .map { Note(id: $0.offset, name: $0.element) }
    list.group(notes[0], notes[1], notes[2], notes[3])
    #expect(try Preview("notes") { list }.frame().plainText().contains("Milk"))
  }

  /// A table that asks for its rows, for data that is too large for an array.
  final class NumberList: ViewController, TableViewDataSource, TableViewDelegate {
    private let table = TableView().named("numbers")
    private(set) var opened: Int?

    override func loadView() -> View { table }

    override func viewDidLoad() {
      table.dataSource = self
      table.delegate = self
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "\(indexPath.row)"
      return cell
    }

    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
      opened = indexPath.row
    }
  }

  @Test func aMillionRowsAreListed() throws {
    let list = NumberList()
    let pilot = try Pilot.showing { list }
    try pilot.press(KeyPress(.end), KeyPress(.enter))
    #expect(list.opened == 999_999)
  }

  /// Items that the user moves, and that keep the selection when their order changes.
  final class Queue: TableViewDataSource, DataSourceModelAssociation {
    private(set) var items = ["Milk", "Bread"]

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      items.count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.cellStyle = .value2
      cell.wraps = true
      cell.text = "Place"
      cell.detailText = "Home / Kitchen"
      return cell
    }

    func tableView(_ tableView: TableView, moveRowAt path: IndexPath, to target: IndexPath) {
      items.insert(items.remove(at: path.row), at: target.row)
    }

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      items[indexPath.row]
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      items.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
  }

  @Test func aRowIsMoved() {
    let queue = Queue()
    let (first, second) = (IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 0))
    queue.tableView(TableView(), moveRowAt: first, to: second)
    #expect(queue.items == ["Bread", "Milk"])
    #expect(queue.indexPathForElement(withModelIdentifier: "Milk", in: TableView()) == second)
  }
}
