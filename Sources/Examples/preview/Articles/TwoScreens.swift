import Reprise

/// The rooms of a house, whose lines are many.
struct Room: Identifiable {
  let id: String
  static let all = ["Attic", "Cellar", "Kitchen", "Study"].map(Room.init)
}

func makeRooms() -> SplitViewController {
  let list = NavigationController(rootViewController: RoomList())
  list.restorationIdentifier = "list"
  let page = NavigationController()
  page.restorationIdentifier = "page"
  let split = SplitViewController(primary: list, secondary: page)
  split.restorationIdentifier = "rooms"
  return split
}

final class RoomList: ViewController {
  private let table = TableView().named("table")
  private lazy var rows = TableViewDiffableDataSource<Room>(table) { $0.text = $1.id }

  override init() {
    super.init()
    title = "Rooms"
    restorationIdentifier = "room list"
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    rows.didOpen = { [unowned self] in
      showDetailViewController(RoomPage($0.id), sender: self)
    }
    rows.apply(Room.all)
  }
}

final class RoomPage: ViewController, ViewControllerRestoration {
  private let room: String
  private let table = TableView().named("table")
  private lazy var rows = TableViewDiffableDataSource<Room>(table) { $0.text = $1.id }

  init(_ room: String) {
    self.room = room
    super.init()
    title = room
    restorationIdentifier = "room"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    coder.decodeString(forKey: "room").map { RoomPage($0) }
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    rows.didOpen = { [unowned self] in show(RoomPage($0.id), sender: self) }
    rows.apply((1...40).map { Room(id: "\(room) \($0)") })
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(room, forKey: "room")
  }
}
