import Foundation
import RepriseTesting
import Reprise

/// Books on shelves: the model of the app that these tests drive.
final class Library {
  struct Book: Equatable {
    var id: String
    var title: String
  }

  var books: [Book]

  init(count: Int = 50) {
    books = (1...count).map { Book(id: "book-\($0)", title: "Book \($0)") }
  }
}

/// A table of books; Enter pushes a page, `n` presents a note to write.
final class ShelfViewController: ViewController, TableViewDataSource, TableViewDelegate,
  DataSourceModelAssociation, ViewControllerRestoration
{
  let library: Library
  let table = TableView()

  init(library: Library, identifier: String) {
    self.library = library
    super.init()
    restorationIdentifier = identifier
    title = "Shelf"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  { nil }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.dataSource = self
    table.delegate = self
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand("n", title: "Note", isHinted: true) { [weak self] in
        self?.present(NavigationController.note())
      },
      KeyCommand("E", title: "Edit") { [weak self] in
        guard let self else { return }
        setEditing(!isEditing)
      },
    ]
  }

  override func setEditing(_ editing: Bool) {
    super.setEditing(editing)
    table.isEditing = editing
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    library.books.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.text = library.books[indexPath.row].title
    return cell
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    navigationController?.push(PageViewController(book: library.books[indexPath.row]))
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    library.books.indices.contains(indexPath.row) ? library.books[indexPath.row].id : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    library.books.firstIndex { $0.id == identifier }.map { IndexPath(row: $0, section: 0) }
  }
}

/// One book.
final class PageViewController: ViewController, ViewControllerRestoration {
  let book: Library.Book

  init(book: Library.Book) {
    self.book = book
    super.init()
    restorationIdentifier = "page"
    restorationClass = Self.self
    title = book.title
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let id = coder.decodeString(forKey: "book"),
      let book = coder.environment[Library.self]?.books.first(where: { $0.id == id })
    else { return nil }
    return PageViewController(book: book)
  }

  override func loadView() -> View { Label("About \(book.title)") }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand("m", title: "More") { [weak self] in
        guard let self else { return }
        navigationController?.push(PageViewController(book: book))
      }
    ]
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(book.id, forKey: "book")
  }
}

/// A note with two fields.
///
/// Its text is kept by the controller, as an app keeps a draft.
final class NoteViewController: ViewController, TextFieldDelegate {
  let subject = TextField()
  let body = TextField()

  override init() {
    super.init()
    restorationIdentifier = "note"
    restorationClass = NoteRestoration.self
    title = "Note"
  }

  override func viewDidLoad() {
    for (index, field) in [subject, body].enumerated() {
      field.restorationIdentifier = "field-\(index)"
      field.delegate = self
      field.frame = Rect(x: 2, y: 1 + index * 2, width: 30, height: 1)
      view.addSubview(field)
    }
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyPress(.escape), title: "Close") { [weak self] in self?.dismiss() }]
  }

  func textFieldDidChange(_ textField: TextField) {
    setNeedsPreservation()
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(subject.text, forKey: "subject")
    coder.encode(body.text, forKey: "body")
  }

  override func decodeRestorableState(with coder: Coder) {
    subject.text = coder.decodeString(forKey: "subject") ?? ""
    body.text = coder.decodeString(forKey: "body") ?? ""
    super.decodeRestorableState(with: coder)
  }
}

/// Makes the modal stack and the note in it.
enum NoteRestoration: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    path.last == "note" ? NoteViewController() : NavigationController.empty()
  }
}

extension NavigationController {
  static func note() -> NavigationController {
    let navigation = empty()
    navigation.setViewControllers([NoteViewController()])
    return navigation
  }

  static func empty() -> NavigationController {
    let navigation = NavigationController()
    navigation.restorationIdentifier = "modal"
    navigation.restorationClass = NoteRestoration.self
    return navigation
  }
}

/// Two tabs, each a stack with a shelf.
final class LibraryDelegate: ApplicationDelegate {
  let library: Library

  init(library: Library) {
    self.library = library
  }

  func applicationWillFinishLaunching(_ application: Application) {
    let tabs = TabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = ["One", "Two"].map { name in
      let shelf = ShelfViewController(library: library, identifier: "shelf")
      let navigation = NavigationController(rootViewController: shelf)
      navigation.restorationIdentifier = name
      navigation.tabBarItem = TabBarItem(title: name)
      return navigation
    }
    application.window.rootViewController = tabs
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    true
  }
}

extension Pilot {
  /// An app of two shelves.
  static func library(
    _ library: Library = Library(), size: Size = Size(width: 50, height: 12),
    restartsAfterEveryEvent: Bool = false
  ) throws -> Pilot {
    var registry = RestorationRegistry()
    registry.register(PageViewController.self, as: "page")
    registry.register(NoteViewController.self, as: "note")
    registry.register(restorationClass: NoteRestoration.self, as: "note restoration")
    var environment = Environment()
    environment[Library.self] = library
    return try Pilot(size: size, restartsAfterEveryEvent: restartsAfterEveryEvent) {
      device, store in
      Application(
        delegate: LibraryDelegate(library: library), device: device, store: store,
        registry: registry, environment: environment, version: "1")
    }
  }
}
