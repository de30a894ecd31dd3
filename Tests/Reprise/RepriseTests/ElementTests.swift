import Reprise
import RepriseTesting
import Testing

/// Finding elements by name, and the failures.
@Suite struct ElementTests {
  /// A screen with a field, a button that counts, and a label without a mark.
  private final class Desk: ViewController {
    let field = TextField()
    let label = Label("untouched")
    private(set) var count = 0
    private lazy var button = Button("Count") { [unowned self] in count += 1 }

    override func viewDidLoad() {
      restorationIdentifier = "desk"
      field.restorationIdentifier = "name"
      button.restorationIdentifier = "count"
      label.restorationIdentifier = "label"
      for (y, view) in [field, button, label].enumerated() {
        view.frame = Rect(x: 1, y: y, width: 20, height: 1)
        self.view.addSubview(view)
      }
    }
  }

  /// Draws a number whose changes are not marked.
  private final class Gauge: View {
    var number = 0
    override func draw(_ canvas: Canvas) { canvas.draw("number \(number)", at: .zero) }
  }

  private struct App: RepriseApp {
    let name = "desk"
    func root(_ application: Application) -> ViewController { Desk() }
  }

  private func desk(of pilot: Pilot) throws -> Desk {
    try #require(pilot.application.window.rootViewController as? Desk)
  }

  @Test func thingsAreFoundByTheirNamesAndUsed() throws {
    let pilot = try Pilot(app: App.self)
    #expect(pilot.find("desk/name").type("tea").text == "tea")
    #expect(pilot.find("name").isFocused)
    pilot.find("count").press().press(.character(" ")).click()
    #expect(try desk(of: pilot).count == 3)
    #expect(pilot.find("desk/count").isFocused)
    #expect(pilot.find("label").text == "untouched")
    #expect(pilot.find("desk").text.contains("tea"))
    #expect(!pilot.find("nothing").exists)
  }

  /// The issue is at the line of the test, and lists the elements.
  @Test func missingElementFailsAtTheLineThatUsesIt() throws {
    let pilot = try Pilot(app: App.self)
    let line = #line + 2
    withKnownIssue {
      pilot.find("desk/nmae").type("x")
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "ElementTests.swift"
        && issue.comments.contains { "\($0)".contains("the names are: desk, name, count, label") }
    }
    withKnownIssue {
      pilot.find("label").press()
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("cannot have the focus") }
    }
  }

  @Test func aForgottenMarkFailsAtTheLineWithTheCellsThatDiffer() throws {
    let gauge = Gauge(frame: Rect(x: 3, y: 2, width: 20, height: 1))
    let screen = ViewController()
    screen.view.addSubview(gauge)
    let pilot = try Pilot { device, store in
      let application = Application(delegate: Plain(), device: device, store: store)
      application.window.rootViewController = screen
      return application
    }
    gauge.number = 7
    let line = #line + 2
    try withKnownIssue {
      try pilot.settle()
    } matching: { issue in
      let text = issue.comments.map { "\($0)" }.joined()
      return issue.sourceLocation?.line == line && text.contains("row 2, columns 10 to 10")
        && text.contains("shown    number 0") && text.contains("is       number 7")
    }
    gauge.number = 8
    gauge.setNeedsDisplay()
    try pilot.settle()
    #expect(pilot.screen.contains("number 8"))
  }

  @Test func aForgottenMarkOfTheStateFailsAtTheLine() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    pilot.root(Worded.self)?.unmarked = "forgotten"
    let line = #line + 2
    try withKnownIssue {
      try pilot.press(.character("."))
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileName == "ElementTests.swift"
    }
  }

  private final class Plain: ApplicationDelegate {}
}
