import Reprise
import RepriseTesting
import Testing

/// Which controllers are notified of appearing and disappearing, and in which order.
@Suite struct AppearanceTests {
  private final class Log {
    var lines: [String] = []

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private final class Field: View {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
      (self.name, self.log) = (name, log)
      super.init()
      restorationIdentifier = "field"
    }

    override var canBecomeFirstResponder: Bool { true }
    override func didBecomeFirstResponder() { log.lines.append("\(name) has the focus") }
    override func didResignFirstResponder() { log.lines.append("\(name) lost the focus") }
  }

  private final class Screen: ViewController {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
      (self.name, self.log) = (name, log)
      super.init()
      restorationIdentifier = name
    }

    override func loadView() -> View { Field(name, log) }
    override func viewWillAppear() { log.lines.append("\(name) will appear") }
    override func viewDidAppear() { log.lines.append("\(name) did appear") }
    override func viewWillDisappear() { log.lines.append("\(name) will disappear") }
    override func viewDidDisappear() { log.lines.append("\(name) did disappear") }
  }

  private let log = Log()
  private let stack: NavigationController
  private let pilot: Pilot

  init() throws {
    let log = log
    let stack = NavigationController(rootViewController: Screen("a", log))
    stack.restorationIdentifier = "stack"
    self.stack = stack
    pilot = try Pilot.showing { stack }
  }

  @Test func firstScreenAppears() {
    #expect(log.take() == ["a will appear", "a did appear", "a has the focus"])
  }

  @Test func aScreenIsPushedAndPopped() throws {
    _ = log.take()
    stack.push(Screen("b", log))
    try pilot.settle()
    #expect(
      log.take() == [
        "a lost the focus", "b has the focus", "a will disappear", "b will appear",
        "a did disappear", "b did appear",
      ])
    stack.popViewController()
    try pilot.settle()
    #expect(
      log.take() == [
        "b lost the focus", "a has the focus", "b will disappear", "a will appear",
        "b did disappear", "a did appear",
      ])
  }
}
