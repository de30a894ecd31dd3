import RepriseTesting
import Testing

@testable import Reprise

/// Calls for which UIKit throws an exception are refused and reported, and the interface stays unchanged.
@Suite struct RefusalTests {
  private func stack(_ names: String...) throws -> (Pilot, NavigationController) {
    let stack = NavigationController()
    stack.restorationIdentifier = "stack"
    stack.setViewControllers(names.map(Worded.init))
    return (try Pilot.showing { stack }, stack)
  }

  private func names(of stack: NavigationController) -> [String] {
    stack.viewControllers.map { $0.restorationIdentifier ?? "" }
  }

  @Test func aScreenIsPushedOnce() throws {
    let (pilot, stack) = try stack("a", "b")
    pilot.expectedRemarks = ["was not", "was put on the stack once"]
    for screen in stack.viewControllers { stack.push(screen) }
    try pilot.press(.character("."))
    #expect(names(of: stack) == ["a", "b"])
    #expect(
      pilot.remarks == [
        "Worded \"a\" was not pushed: it is already on the stack",
        "Worded \"b\" was not pushed: it is already on the stack",
      ])
  }

  /// A view outside any window prints its report itself.
  @Test func aViewWithoutAnAppLeavesTheReportToItsCaller() {
    let (outer, inner) = (View(), View())
    outer.addSubview(inner)
    #expect(!inner.passOn(remark: "lost") && !ViewController().passOn(remark: "lost"))
  }

  @Test func aStackNamesAScreenOnce() throws {
    let (pilot, stack) = try stack("a")
    pilot.expectedRemarks = ["was not", "was put on the stack once"]
    let (b, c) = (Worded("b"), Worded("c"))
    stack.setViewControllers([b, c, b])
    try pilot.press(.character("."))
    #expect(names(of: stack) == ["b", "c"])
    #expect(
      pilot.remarks == ["Worded \"b\" was put on the stack once, although it was named twice"])
  }

  @Test func aStackIsNotPushedOntoItself() throws {
    let (pilot, stack) = try stack("a")
    pilot.expectedRemarks = ["was not", "was put on the stack once"]
    stack.push(stack)
    let inner = NavigationController()
    inner.restorationIdentifier = "inner"
    stack.push(inner)
    inner.push(stack)
    inner.addChild(inner)
    try pilot.press(.character("."))
    #expect(names(of: stack) == ["a", "inner"])
    #expect(inner.viewControllers.isEmpty)
    #expect(
      pilot.remarks == [
        "NavigationController \"stack\" was not added to itself",
        "NavigationController \"inner\" was not added to itself",
      ])
  }

  @Test func aScreenPresentsOneThingAtATime() throws {
    let (pilot, stack) = try stack("a")
    pilot.expectedRemarks = ["was not", "was put on the stack once"]
    let (first, second) = (Worded("first"), Worded("second"))
    stack.present(first)
    stack.present(second)
    try pilot.press(.character("."))
    #expect(stack.presentedViewController === first)
    #expect(second.presentingViewController == nil)
    #expect(
      pilot.remarks == [
        "Worded \"second\" was not presented over a screen that presents Worded \"first\""
      ])
    first.present(second)
    try pilot.press(.character("."))
    #expect(first.presentedViewController === second, "over what is presented there is room")
    stack.dismiss()
    stack.present(second)
    #expect(stack.presentedViewController === second)
  }

  @Test func nothingIsPresentedOverItself() throws {
    let (pilot, stack) = try stack("a", "b")
    pilot.expectedRemarks = ["was not", "was put on the stack once"]
    stack.present(stack)
    stack.viewControllers[1].present(stack)
    stack.present(stack.viewControllers[0])
    let sheet = Worded("sheet")
    stack.present(sheet)
    sheet.present(sheet)
    sheet.present(stack)
    stack.push(sheet)
    try pilot.press(.character("."))
    #expect(names(of: stack) == ["a", "b"])
    #expect(stack.presentedViewController === sheet)
    #expect(sheet.presentedViewController == nil)
    #expect(
      pilot.remarks == [
        "NavigationController \"stack\" was not presented over itself",
        "Worded \"a\" was not presented: it is in a container",
        "Worded \"sheet\" was not presented over itself",
        "Worded \"sheet\" was not added to a container: it is presented",
      ])
  }

  @Test func aViewIsNotPutIntoItself() throws {
    let (outer, inner) = (View(), View())
    let pilot = try Pilot.showing(expecting: ["was not added"]) { Rows("root", [outer]) }
    outer.addSubview(inner)
    inner.addSubview(outer)
    outer.addSubview(outer)
    inner.insertSubview(pilot.application.window, at: -3)
    try pilot.press(.character("."))
    #expect(outer.subviews.map(ObjectIdentifier.init) == [ObjectIdentifier(inner)])
    #expect(inner.subviews.isEmpty)
    #expect(outer.superview === pilot.root(Rows.self)?.view)
    #expect(pilot.remarks.count == 2)
    #expect(pilot.remarks.first == "a View was not added to itself or to one of its subviews")
  }

  @Test func aViewOfNoEndIsDrawnAsFarAsThereIs() throws {
    let label = Label("endless", style: Style(.bold))
    let scroll = ScrollView()
    let pilot = try Pilot.showing { Rows("root", [label, scroll, Box()]) }
    for (index, view) in (pilot.root(Rows.self)?.rows ?? []).enumerated() {
      view.frame = Rect(x: 2, y: 1 + 2 * index, width: .max, height: .max)
    }
    scroll.contentSize = Size(width: .max, height: .max)
    scroll.setContentOffset(Point(x: .max, y: .max))
    try pilot.click(x: 5, y: 5)
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 9, y: 9))))
    #expect(pilot.screen.contains("endless"))
    label.frame = Rect(x: .min, y: .min, width: .max, height: .max)
    try pilot.press(.character("."))
  }

  private final class Box: View {
    override func draw(_ canvas: Canvas) {
      canvas.drawBox(bounds)
      canvas.draw("beyond", at: Point(x: .max, y: 3))
      canvas.draw("far", at: Point(x: .min, y: 3))
    }
  }

  /// A screen that counts the requests for its name.
  private final class Counting: ViewController {
    static let asked = Counter()

    override var restorationIdentifier: String? {
      get {
        Self.asked.count += 1
        return super.restorationIdentifier
      }
      set { super.restorationIdentifier = newValue }
    }
  }

  private final class Counter {
    var count = 0
  }

  @Test func costOfAStackIsLinearInItsScreens() throws {
    func cost(of count: Int) -> Int {
      let stack = NavigationController()
      let screens = (0..<count).map { _ in Counting() }
      Counting.asked.count = 0
      stack.setViewControllers(screens)
      stack.setViewControllers(screens.reversed())
      stack.setViewControllers([screens[0]])
      stack.setViewControllers(screens)
      stack.popToRootViewController()
      return Counting.asked.count
    }
    #expect(cost(of: 400) <= 4 * cost(of: 100) + 100)
  }

  @Test func aChildThatMovesLeavesItsContainer() throws {
    let (first, second, child) = (Worded("first"), Worded("second"), Worded("child"))
    first.addChild(child)
    first.view.addSubview(child.view)
    second.addChild(child)
    #expect(first.children.isEmpty)
    #expect(second.children.map { $0 === child } == [true])
    #expect(child.parent === second)
    #expect(child.view.superview == nil)
  }

  @Test func screenMovedToAnotherContainerDisappearsFromTheStack() throws {
    let (pilot, stack) = try stack("a", "b")
    let b = stack.viewControllers[1]
    b.view.addSubview(Label("this is b"))
    b.view.subviews[0].frame = Rect(x: 0, y: 0, width: 20, height: 1)
    try pilot.press(.character("."))
    #expect(pilot.screen.contains("this is b"))
    let other = NavigationController(rootViewController: b)
    try pilot.press(.character("."))
    #expect(names(of: stack) == ["a"])
    #expect(!pilot.screen.contains("this is b"))
    #expect(other.topViewController === b)
  }

  @Test func theRootIsNotPopped() throws {
    let (pilot, stack) = try stack("a", "b")
    #expect(stack.popViewController()?.restorationIdentifier == "b")
    #expect(stack.popViewController() == nil)
    try pilot.settle()
    #expect(names(of: stack) == ["a"])
  }
}
