import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct ControllerExamples {
  struct Note: Hashable, Sendable {
    var name: String
  }

  final class NotePage: ViewController {
    private let note: Note

    init(_ note: Note) {
      self.note = note
      super.init()
      title = note.name
    }

    override func loadView() -> View { Label("About \(note.name)") }
  }

  final class NoteList: ViewController {
    override func loadView() -> View {
      Button("Milk") { [unowned self] in showDetailViewController(NotePage(note), sender: self) }
    }

    private let note = Note(name: "Milk")
  }

  @Test func aListAndAPageAreSideBySide() throws {
    func makeRoot() -> SplitViewController {
      let split = SplitViewController(
        primary: NavigationController(rootViewController: NoteList()),
        secondary: NavigationController())
      split.restorationIdentifier = "split"
      return split
    }
    let pilot = try Pilot.showing { makeRoot() }
    try pilot.press(KeyPress(.enter))
    #expect(pilot.screen.contains("About Milk"))
  }

  /// A screen that asks before the way back loses something.
  final class RoomForm: ViewController {
    func leave() { navigationController?.popViewController() }

    override func viewDidLoad() {
      navigationItem.backAction = BackAction("Rooms") { [weak self] in self?.leave() }
    }
  }

  @Test func aScreenHasItsOwnWayBack() throws {
    let stack = NavigationController(rootViewController: ExampleScreen { Label("Rooms") })
    stack.push(RoomForm())
    let pilot = try Pilot.showing { stack }
    #expect(pilot.screen.contains("‹ Rooms"))
    try pilot.press(KeyPress(.escape))
    #expect(stack.viewControllers.count == 1)
  }

  @Test func theBarShowsHowManyNotesThereAre() throws {
    let list = ExampleScreen { Label("Milk") }
    let item: NavigationItem = list.navigationItem
    item.title = "Notes"
    item.detail = "1 note · 3 drafts"
    item.shorterDetails = ["1 note"]
    let stack = NavigationController(rootViewController: list)
    #expect(try Preview("notes") { stack }.frame().plainText().contains("1 note"))
  }

  @Test func tabsAreNamed() throws {
    let (list, map) = (ExampleScreen { Label("Kettle") }, ExampleScreen { Label("Kitchen") })
    list.tabBarItem = TabBarItem(title: "Items")
    map.tabBarItem.title = "Places"
    let tabs = TabBarController()
    tabs.viewControllers = [list, map]
    #expect(try Preview("tabs") { tabs }.frame(keys: "2").plainText().contains("Kitchen"))
  }

  @Test func aLongTextCoversTheWholeScreen() throws {
    let list = ExampleScreen { Label("Milk") }
    let pilot = try Pilot.showing { list }
    let reader = NotePage(Note(name: "Milk"))
    reader.modalPresentationStyle = ModalPresentationStyle.fullScreen
    list.present(reader)
    try pilot.settle()
    #expect(pilot.screen.contains("About Milk") && list.presentedViewController === reader)
  }

  /// A screen that its container saves, and makes again from what it saved.
  final class Page: ViewController, ViewControllerRestoration {
    private let number: Int

    init(_ number: Int) {
      self.number = number
      super.init()
      restorationIdentifier = "page"
      restorationClass = Page.self
    }

    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? {
      coder.decodeInt(forKey: "number").map { Page($0) }
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(number, forKey: "number")
    }
  }

  /// A container of any number of screens.
  final class Pages: ViewController {
    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      for child in decodeChildren(with: coder) { addChild(child) }
    }

    override var actions: [Action] {
      let other =
        Action("split.other", "Other side", "F6", for: self) { $0.focusNextChild() }
      return [other]
    }
  }

  final class NoteStore {}

  final class NoteForm: ViewController {
    init(store: NoteStore?) { super.init() }
  }

  @Test func typesAreRegisteredForRestoration() {
    var registry = RestorationRegistry()
    registry.restore(NoteForm.self, as: "form") { NoteForm(store: $0[NoteStore.self]) }
    registry.register(Page.self, as: "page", formerly: ["leaf"], schema: 2)
    registry.addMigration(of: "page", from: 1) { $0.rename("book", to: "bookID") }
    registry.restore(Pages.self, as: "pages") { _ in Pages() }
    #expect(registry.isRegistered("page") && registry.isRegistered("pages"))
  }

  @Test func aValueIsMovedByAMigration() {
    func migrate(_ state: inout SavedState) {
      state.rename("book", to: "bookID")
      if case .int(let page)? = state["page"] { state["page"] = .int(page - 1) }
    }
    var state = SavedState([("book", .string("Dune")), ("page", .int(8))])
    migrate(&state)
    #expect(state["bookID"] == .string("Dune") && state["page"] == .int(7))
  }
}
