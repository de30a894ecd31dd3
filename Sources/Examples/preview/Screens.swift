import Foundation
import Reprise

/// The screens that `swift run preview` lists, and the source of the documentation's pictures.
enum Screens {
  static let size = Size(width: 60, height: 12)

  static let all = kit + articles

  /// Screens of the kit's views.
  private static let kit = [
    Preview("controls", size: size, keys: "Teapot<Left><Left>") { Controls() },
    Preview("table", size: size, keys: "<Down>") {
      NavigationController(rootViewController: Rooms())
    },
    Preview("picture", size: size) { Sunset() },
    Preview("files", size: size, keys: "<Down>") {
      NavigationController(rootViewController: Files())
    },
    Preview("groups", size: size, keys: "<Tab><Tab><Enter><Tab><Tab>HS14") { Groups() },
    Preview("split", size: Size(width: 110, height: 12), keys: "<Down><Enter>") {
      SplitViewController(
        primary: NavigationController(rootViewController: Rooms()),
        secondary: NavigationController())
    },
    Preview("bars", size: size) { Shares() },
    Preview("sheet", size: Size(width: 60, height: 20)) { Rooms(asksFirst: true) },
  ]

  /// Screens of the articles' code.
  private static let articles = [
    Preview("parcel", size: size, keys: "Ada<Tab><Tab><Right>") { Parcel() },
    Preview("parcel-narrow", size: Size(width: 44, height: 16), keys: "Ada") { Parcel() },
    Preview("shelf", of: ShelfApp.self, size: size, keys: books),
    Preview("book", of: ShelfApp.self, size: size, keys: "nDune"),
    Preview("book-question", of: ShelfApp.self, size: size, keys: books + "x"),
    Preview("book-details", size: Size(width: 60, height: 10), keys: "<Enter><Tab>Herbert") {
      BookDetails()
    },
    Preview("stars", size: Size(width: 40, height: 10), keys: "   ") { Rating() },
    Preview("halves", size: Size(width: 60, height: 10)) {
      SplitController(Half("left"), Half("right"))
    },
    Preview("rooms", size: Size(width: 100, height: 10), keys: "<Down><Enter>") { makeRooms() },
    Preview("rooms-narrow", size: Size(width: 60, height: 10), keys: "<Down><Enter>") {
      makeRooms()
    },
  ]

  private static let books = "nDune<^S>nEmma<^S>"
}

/// A text, a choice and a button.
final class Controls: ViewController {
  override func viewDidLoad() {
    let rows: [(String, View)] = [
      ("Name", TextField()), ("Fragile", Switch()), ("", Button("Save")),
    ]
    for (y, (caption, control)) in rows.enumerated() {
      let label = Label(caption, style: .accent)
      label.frame = Rect(x: 2, y: 1 + 2 * y, width: 10, height: 1)
      control.frame = Rect(x: 13, y: 1 + 2 * y, width: y == 0 ? 40 : 12, height: 1)
      view.addSubview(label)
      view.addSubview(control)
    }
  }
}

/// A form with collapsible groups below the name.
final class Groups: ViewController {
  override func loadView() -> View {
    let cover = DisclosureGroup("Cover", isExpanded: false) {
      Field("Insured", Switch(isOn: true))
      Field("Until", TextField())
    }
    cover.summary = "1 filled"
    return Column(padding: EdgeInsets(top: 1, left: 2, right: 2)) {
      Field("Name", TextField(.constant("Laptop")))
      Field("Place", Choice(text: "Home / Study / Desk") {})
      DisclosureGroup("Proof", isExpanded: false) {
        Field("Maker", TextField(.constant("Halden")))
        Field("Serial no.", TextField())
      }
      cover
    }
  }
}

/// A list, on request with a question over it.
final class Rooms: ViewController, TableViewDataSource, TableViewDelegate {
  private let names = ["Kitchen", "Study", "Attic", "Cellar"]
  private let asksFirst: Bool

  init(asksFirst: Bool = false) {
    self.asksFirst = asksFirst
    super.init()
    title = "Rooms"
  }

  override func loadView() -> View {
    let table = TableView()
    table.dataSource = self
    if splitViewController != nil { table.delegate = self }
    return table
  }

  /// Shows the controls of a room next to the list.
  func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    let room = Controls()
    room.title = names[indexPath.row]
    showDetailViewController(room, sender: self)
  }

  override func viewDidAppear() {
    guard asksFirst, presentedViewController == nil else { return }
    let question = Controls()
    question.title = "New room"
    present(question)
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.text = names[indexPath.row]
    return cell
  }
}

/// A longer list.
final class Shares: ViewController {
  private static let rooms = [("Kitchen", 0.5), ("Study", 0.31), ("Attic", 0.17), ("Cellar", 0.02)]

  override func loadView() -> View {
    Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) {
      Self.rooms.map { name, share in
        let bar = BarView(share: share)
        bar.style = .accent
        return Field(name, bar)
      }
    }
  }
}
