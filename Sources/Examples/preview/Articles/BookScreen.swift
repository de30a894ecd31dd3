import Foundation
import Reprise

final class BookScreen: ViewController {
  @Restorable("name") var name = ""
  @Restorable("isRead") var isRead = false
  private let shelf: Shelf

  init(shelf: Shelf) {
    self.shelf = shelf
    super.init()
  }

  override func loadView() -> View {
    Column(spacing: 1, padding: EdgeInsets(top: 1, left: 1, right: 1)) {
      Field("Title", TextField($name))
      Field("Read", Switch($isRead))
      Row {
        Button(save)
        Button(cancel)
      }
    }
  }

  override func updateProperties() { title = name.isEmpty ? "New book" : name }

  override var actions: [Action] { [save, cancel] }

  private lazy var save = Action(
    "book.save", "Save", "^S", role: .primary, for: self, enabled: { !$0.name.isEmpty }
  ) { screen in
    screen.shelf.books.append(Book(id: UUID(), title: screen.name, isRead: screen.isRead))
    screen.dismiss()
  }

  private lazy var cancel = Action.cancel { [weak self] in self?.dismiss() }
}
