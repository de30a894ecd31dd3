import Foundation
import RepriseTesting
import Testing

@testable import Reprise
@testable import preview

/// Two screens side by side, or one of both; the article's rooms.
@Suite struct SplitTests {
  private nonisolated static let wide = Size(width: 120, height: 20)
  private nonisolated static let narrow = Size(width: 80, height: 20)

  private static var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    registry.register(RoomPage.self, as: "room page")
    return registry
  }

  private func pilot(
    _ size: Size = wide, _ make: (() -> SplitViewController)? = nil
  ) throws -> Pilot {
    try Pilot.showing(size: size, registry: Self.registry) { make?() ?? makeRooms() }
  }

  private func split(_ pilot: Pilot) throws -> SplitViewController {
    try #require(pilot.root(SplitViewController.self))
  }

  private func stack(
    _ pilot: Pilot, _ column: SplitViewController.Column = .secondary
  ) throws -> NavigationController {
    try #require(split(pilot).viewController(for: column) as? NavigationController)
  }

  private func bar(_ pilot: Pilot) -> String {
    // Between two frames as between two columns, and without their edges.
    pilot.frame.plainText(row: 0).replacing("╮╭", with: "│").filter { !"╭─╮".contains($0) }
      .split(separator: " ").joined(separator: " ")
  }

  @Test func aWideWindowShowsBothAndANarrowOneTheOneWithTheFocus() throws {
    let pilot = try pilot()
    #expect(bar(pilot) == "Rooms │")
    try pilot.press(script: "<Down><Enter>")
    #expect(bar(pilot) == "Rooms │ Cellar")
    #expect(pilot.frame.plainText(row: 3).contains("Kitchen"))
    #expect(pilot.frame.plainText(row: 3).contains("││ Cellar 3"))
    try pilot.resize(to: Self.narrow)
    #expect(bar(pilot) == "‹ Rooms Cellar")
    #expect(!pilot.screen.contains("Kitchen") && !pilot.screen.contains("│"))
    try pilot.press(script: "<Esc>")
    #expect(bar(pilot) == "Rooms")
    #expect(!pilot.screen.contains("Cellar 1"))
    try pilot.resize(to: Self.wide)
    #expect(bar(pilot) == "Rooms │ Cellar")
  }

  /// A screen whose own way back leads to the list, whatever is below it on the stack.
  @Test(arguments: ["<Esc>", "<Left>", "q", ""])
  func aScreensOwnWayBackIsNamedAndTaken(key: String) throws {
    let pilot = try pilot(Self.narrow)
    try pilot.press(script: "<Down><Enter>")
    let (split, stack) = try (split(pilot), stack(pilot))
    let screen = ViewController()
    screen.title = "Plan"
    screen.navigationItem.backAction = BackAction("All rooms") { [weak split] in
      split?.show(.primary)
    }
    stack.push(screen)
    try pilot.settle()
    #expect(bar(pilot) == "‹ All rooms Plan")
    if key.isEmpty { try pilot.click(x: 2, y: 0) } else { try pilot.press(script: key) }
    #expect(bar(pilot) == "Rooms")
    #expect(stack.topViewController === screen)
  }

  @Test func theWayBackCanBeClickedInANarrowWindow() throws {
    let pilot = try pilot(Self.narrow)
    try pilot.press(script: "<Enter>")
    try pilot.click(x: 2, y: 0)
    #expect(try split(pilot).focusedColumn == .primary)
    #expect(bar(pilot) == "Rooms")
  }

  /// Everything that leads from one side to the other, and back.
  @Test(arguments: [
    ("<F6>", "<F6>"), ("<Tab>", "<Tab>"), ("<Tab>", "<Shift-Tab>"), ("<Enter>", "<Esc>"),
    ("<Enter>", "<Left>"), ("<F6>", "h"), ("<F6>", "q"), ("<F6>", "<Backspace>"),
  ])
  func keysLeadToTheOtherSide(there: String, back: String) throws {
    let pilot = try pilot()
    try pilot.press(script: "<Enter><Esc>")
    #expect(try split(pilot).focusedColumn == .primary)
    try pilot.press(script: there)
    #expect(try split(pilot).focusedColumn == .secondary)
    #expect(pilot.frame.cursor == Point(x: 50, y: 1))
    try pilot.press(script: back)
    #expect(try split(pilot).focusedColumn == .primary)
    #expect(pilot.frame.cursor == Point(x: 1, y: 1))
  }

  @Test func aClickLeadsToTheOtherSideAndSelectsThere() throws {
    let pilot = try pilot()
    try pilot.press(script: "<Enter><Esc>")
    try pilot.click(x: 60, y: 4)
    #expect(try split(pilot).focusedColumn == .secondary)
    #expect(pilot.frame.cursor == Point(x: 50, y: 4))
    try pilot.click(x: 5, y: 2)
    #expect(try split(pilot).focusedColumn == .primary)
    #expect(pilot.frame.cursor == Point(x: 1, y: 2))
  }

  /// Pages on pages go back one by one, then to the list.
  @Test(arguments: [wide, narrow]) func aStackOnTheOtherSideGoesBackScreenByScreen(
    size: Size
  ) throws {
    let pilot = try pilot(size)
    try pilot.press(script: "<Enter><Down><Enter><Enter>")
    #expect(try stack(pilot).viewControllers.map(\.title) == ["Attic", "Attic 2", "Attic 2 1"])
    try pilot.press(script: "<Esc><Esc>")
    #expect(try stack(pilot).viewControllers.map(\.title) == ["Attic"])
    #expect(try split(pilot).focusedColumn == .secondary)
    try pilot.press(script: "<Esc>")
    #expect(try split(pilot).focusedColumn == .primary)
    #expect(try stack(pilot).viewControllers.count == 1)
  }

  @Test func anEmptySideGetsNoFocus() throws {
    let pilot = try pilot()
    for key in ["<F6>", "<Tab>"] {
      try pilot.press(script: key)
      #expect(try split(pilot).focusedColumn == .primary)
    }
    try pilot.click(x: 80, y: 5)
    try pilot.press(script: "<Down>")
    #expect(pilot.frame.cursor == Point(x: 1, y: 2))
    try split(pilot).show(.secondary)
    #expect(try split(pilot).focusedColumn == .primary)
  }

  /// The subject of a screen on the other side is gone, and so is the screen.
  @Test(arguments: [wide, narrow]) func theFirstScreenOfAStackMayGo(size: Size) throws {
    let pilot = try pilot(size)
    try pilot.press(script: "<Enter><Enter>")
    try stack(pilot).pop(from: stack(pilot).viewControllers[0])
    try pilot.settle()
    #expect(try stack(pilot).viewControllers.isEmpty)
    #expect(try split(pilot).focusedColumn == .primary)
    #expect(bar(pilot) == (size == Self.wide ? "Rooms │" : "Rooms"))
    // The stack on the primary side keeps its first screen.
    try stack(pilot, .primary).pop(from: stack(pilot, .primary).viewControllers[0])
    #expect(try stack(pilot, .primary).viewControllers.count == 1)
  }

  @Test func sameScreenCannotBeOnBothSides() throws {
    let pilot = try pilot()
    pilot.expectedRemarks = ["was not put on both sides of a split"]
    let list = try stack(pilot, .primary)
    try split(pilot).setViewController(list, for: .secondary)
    #expect(pilot.remarks.contains { $0.hasSuffix("was not put on both sides of a split") })
    #expect(try split(pilot).viewController(for: .secondary) !== list)
    #expect(try split(pilot).children.count == 2)
  }

  @Test func replacementOfTheFocusedScreenGetsTheFocus() throws {
    let pilot = try pilot()
    try pilot.press(script: "<Enter>")
    let old = try stack(pilot)
    try split(pilot).setViewController(RoomPage("Study"), for: .secondary)
    try pilot.settle()
    #expect(old.parent == nil && !old.view.isHidden)
    #expect(try split(pilot).focusedColumn == .secondary)
    #expect(pilot.lineUnderCursor?.contains("Study 1") == true)
    // Without a stack around it there is a way back as well.
    try pilot.press(script: "<Esc>")
    #expect(try split(pilot).focusedColumn == .primary)
    try split(pilot).removeChild(split(pilot).children[1])
    #expect(try split(pilot).viewController(for: .secondary) == nil)
  }

  @Test func theWidthOfTheListHasBounds() {
    let split = SplitViewController()
    #expect(split.primaryWidth(in: 100) == 40)
    #expect(split.primaryWidth(in: 1000) == 80)
    split.preferredPrimaryColumnWidthFraction = 0
    #expect(split.primaryWidth(in: 100) == 30)
    split.minimumPrimaryColumnWidth = 500
    #expect(split.primaryWidth(in: 100) == 98)
    #expect(split.primaryWidth(in: 0) == 0)
  }

  // MARK: - What a subclass hears

  private final class Diary: SplitViewController {
    var lines: [String] = []
    override func didShow(_ column: Column) { lines.append(column.rawValue) }
    override func didCollapse() { lines.append("collapsed \(isCollapsed)") }
    override func didExpand() { lines.append("expanded \(!isCollapsed)") }
  }

  @Test func subclassIsNotified() throws {
    let diary = Diary()
    let rooms = makeRooms()
    let sides = SplitViewController.Column.allCases.map { rooms.viewController(for: $0) }
    for (side, column) in zip(sides, SplitViewController.Column.allCases) {
      diary.setViewController(side, for: column)
    }
    let pilot = try pilot { diary }
    try pilot.press(script: "<Enter>")
    try pilot.resize(to: Size(width: 99, height: 20))
    try pilot.resize(to: Size(width: 90, height: 20))
    try pilot.press(script: "<Esc>")
    try pilot.resize(to: Size(width: 100, height: 20))
    #expect(
      diary.lines == ["expanded true", "secondary", "collapsed true", "primary", "expanded true"])
  }

  // MARK: - Storyboards

  @Test func aStoryboardWritesBothSides() throws {
    var registry = RestorationRegistry()
    registry.register(RoomList.self, as: "rooms") { _ in RoomList() }
    let text = """
      storyboard 1
      initial split
      scene split
        class SplitViewController
        primary list
        secondary page
      scene list
        class NavigationController
        root rooms
      scene rooms
        class rooms
      scene page
        class NavigationController
      """
    let storyboard = try Storyboard(name: "main", text: Array(text.utf8), registry: registry)
    let split = try #require(
      storyboard.instantiateInitialViewController() as? SplitViewController)
    let list = split.viewController(for: .primary) as? NavigationController
    #expect(list?.topViewController is RoomList)
    #expect(split.viewController(for: .secondary) is NavigationController)
  }

  @Test func aSplitWithoutASecondSideShowsInTheFirst() throws {
    let (split, stack, page) = (SplitViewController(), NavigationController(), ViewController())
    split.restorationIdentifier = "split"
    split.setViewController(stack, for: .primary)
    split.show(page, sender: nil)
    #expect(stack.viewControllers.contains { $0 === page })
    #expect(split.viewController(for: .secondary) == nil)
  }
}
