import RepriseTesting
import Testing

@testable import Reprise
@testable import preview

/// The sides of a split when the app or the window changes.
@Suite struct SplitChangeTests {
  private nonisolated static let wide = Size(width: 120, height: 20)
  private nonisolated static let narrow = Size(width: 80, height: 20)

  /// A split that notes what it knows when its size is about to change.
  private final class Watching: SplitViewController {
    var knew: [Bool] = []

    override func viewWillTransition(to size: Size) {
      super.viewWillTransition(to: size)
      knew.append(isCollapsed)
    }
  }

  @Test func theNewWidthIsKnownBeforeItIsThere() throws {
    let pilot = try Pilot.showing(size: Self.wide) {
      let split = Watching(primary: ViewController(), secondary: ViewController())
      split.restorationIdentifier = "split"
      return split
    }
    try pilot.resize(to: Self.narrow)
    try pilot.resize(to: Self.wide)
    #expect(pilot.root(Watching.self)?.knew == [true, false])
  }

  @Test func unsolicitedDetailGoesToThePrimarySide() throws {
    let split = SplitViewController(
      primary: NavigationController(), secondary: NavigationController())
    split.restorationIdentifier = "split"
    for sender in [nil, Label("a view")] {
      let page = ViewController()
      split.show(page, sender: sender)
      #expect(page.navigationController === split.viewController(for: .primary))
    }
  }

  /// An empty stack that replaces the focused screen gets the focus with its first screen, even before the
  /// split is laid out.
  @Test func aStackThatIsFilledLaterHasTheFocusAfterAKill() throws {
    var registry = RestorationRegistry()
    registry.register(RoomPage.self, as: "room page")
    let pilot = try Pilot.showing(size: Self.wide, registry: registry) {
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = [ViewController(), makeRooms()]
      return tabs
    }
    let split = try split(pilot)
    split.showDetailViewController(RoomPage("Cellar"), sender: nil)
    let stack = NavigationController()
    stack.restorationIdentifier = split.viewController(for: .secondary)?.restorationIdentifier
    split.setViewController(stack, for: .secondary)
    try pilot.settle()
    #expect(split.focusedColumn == .primary)
    stack.push(RoomPage("Attic"))
    try pilot.settle()
    #expect(split.focusedColumn == .secondary)
    try pilot.restartAndRestore()
    #expect(try self.split(pilot).focusedColumn == .secondary)
  }

  private func split(_ pilot: Pilot) throws -> SplitViewController {
    try #require(pilot.root(TabBarController.self)?.viewControllers[1] as? SplitViewController)
  }
}
