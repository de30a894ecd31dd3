import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Text of several roles, wrapped and cut like any other, whose links can be opened.
@Suite struct AttributedTextTests {
  private let loan =
    "Lent to " + AttributedText("Ben").adding(.bold) + " · "
    + AttributedText("due 3 days ago").role(.warning)

  // MARK: - The value

  @Test func equalNeighborsAreOnePartAndEmptyOnesNone() {
    var text = AttributedText("a") + "b" + ""
    text += AttributedText("c").role(.plain)
    #expect(text == "abc" && text.runs.count == 1)
    #expect(AttributedText("").isEmpty)
    #expect(loan.string == "Lent to Ben · due 3 days ago" && loan.runs.count == 4)
    #expect(loan.width == 28)
  }

  @Test(arguments: 1...40) func itIsWrappedLikePlainText(width: Int) {
    let strings = loan.lines(toWidth: width).map(\.string)
    #expect(strings == CellText.wrapped(loan.string, toWidth: width))
  }

  @Test(arguments: 0...40) func itIsCutLikePlainText(width: Int) {
    let wide = AttributedText("茶壶 ").role(.title) + loan
    let cut = wide.truncated(toWidth: width)
    #expect(cut.string == CellText(wide.string).truncated(toWidth: width).string)
    #expect(cut.width <= width)
  }

  @Test func partsKeepTheirRolesInLinesAndCuts() {
    let lines = loan.lines(toWidth: 14)
    #expect(lines.map(\.string) == ["Lent to Ben · ", "due 3 days ago"])
    #expect(lines[1].runs.map(\.style) == [.warning])
    #expect(loan.truncated(toWidth: 18).runs.last == .init("due…", style: .warning))
  }

  @Test func aMarkAtTheBeginningOfAPartBelongsToTheLetterBefore() {
    let text = AttributedText("e") + AttributedText("\u{301}x").role(.warning) + "y"
    #expect(text.positions.map(\.start) == [0, 1, 2])
  }

  // MARK: - Labels and rows

  private final class Loan: ViewController {
    let label = Label()
    private(set) var opened: [AttributedText.Link] = []

    override init() {
      super.init()
      restorationIdentifier = "loan"
    }

    override func loadView() -> View {
      label.restorationIdentifier = "links"
      label.wraps = true
      if let manual = URL(string: "https://toolbox.example/manual") {
        label.attributedText =
          "See the " + AttributedText("manual").link(manual) + " or "
          + AttributedText("all loans").link(toAction: "loans.show") + "."
      }
      label.openLink = { [unowned self] link in
        opened.append(link)
        if case .url = link { return true }
        return false
      }
      return Column { label }
    }

    override var actions: [Action] { [showAction] }

    private lazy var showAction = Action("loans.show", "Show loans", "L", for: self) {
      $0.title = "Loans"
    }
  }

  private func pilot(width: Int = 50) throws -> Pilot {
    try Pilot.showing(size: Size(width: width, height: 10)) { Loan() }
  }

  @Test func enterOpensTheSelectedLink() throws {
    let pilot = try pilot()
    #expect(pilot.screen.contains("Enter Open link"), "\(pilot.screen)")
    try pilot.press(KeyPress(.enter))
    let screen = try #require(pilot.root(Loan.self))
    let manual = try #require(URL(string: "https://toolbox.example/manual"))
    #expect(screen.opened == [.url(manual)])
    try pilot.press(KeyPress(.right), KeyPress(.enter))
    #expect(screen.opened.last == .action("loans.show") && screen.title == "Loans")
  }

  @Test func theSelectedLinkComesBackAfterAKill() throws {
    let pilot = try pilot()
    try pilot.press(KeyPress(.right))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try pilot.press(KeyPress(.enter))
    #expect(pilot.root(Loan.self)?.opened == [.action("loans.show")])
  }

  @Test(arguments: [(10, 1), (20, 1), (2, 0)]) func aClickOpensTheLinkUnderIt(
    x: Int, count: Int
  ) throws {
    let pilot = try pilot()
    try pilot.click(x: x, y: 0)
    #expect(pilot.root(Loan.self)?.opened.count == count)
    #expect(pilot.root(Loan.self)?.title == (x == 20 ? "Loans" : ""))
  }

  @Test func aPlainTextReplacesTheRoles() throws {
    let label = Label()
    label.attributedText = loan
    label.text = loan.string
    #expect(label.attributedText.runs.count == 1)
    #expect(!label.canBecomeFirstResponder)
  }

  private final class Cell: ColumnCell {
    override func attributedText(inColumn id: String) -> AttributedText? {
      guard id == "state" else { return nil }
      return AttributedText("overdue").role(.warning).adding(.bold) + " since May"
    }

    override func text(inColumn id: String) -> String { "Drill" }
  }

  private final class List: ViewController, TableViewDataSource {
    private let table = TableView()

    override func loadView() -> View {
      table.columns = [
        TableColumn("name", "Name", priority: 1), TableColumn("state", "State", priority: 2),
      ]
      table.dataSource = self
      return table
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      tableView.dequeueReusableCell(Cell.self)
    }
  }

  @Test func rolesInColumnsLookAsInThePicture() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { List() }
    #expect(pilot.screen.contains("overdue since May"))
    try Picture("attributed-columns", beside: #filePath).verify(pilot.frame)
  }

  // MARK: - Text views

  private final class Manual: ViewController, TextViewDelegate {
    let text = TextView()
    private(set) var opened: [AttributedText.Link] = []

    override init() {
      super.init()
      restorationIdentifier = "manual"
    }

    override func loadView() -> View {
      text.restorationIdentifier = "text"
      text.isEditable = false
      text.delegate = self
      text.attributedText =
        AttributedText("Charging\n").role(.heading) + "Use the "
        + AttributedText("charger").link(toAction: "charger") + " only."
      return text
    }

    func textViewDidChange(_ textView: TextView) {}

    func textView(_ textView: TextView, open link: AttributedText.Link) -> Bool {
      opened.append(link)
      return true
    }
  }

  @Test func aTextViewOpensTheLinkAtTheCaret() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Manual() }
    try pilot.press(KeyPress(.enter))
    #expect(pilot.root(Manual.self)?.opened == [], "there is none")
    try pilot.press(KeyPress(.down))
    for _ in 0..<9 { try pilot.press(KeyPress(.right)) }
    try pilot.restartAndRestore()
    try pilot.press(KeyPress(.enter))
    #expect(pilot.root(Manual.self)?.opened == [.action("charger")])
    try pilot.click(x: 1, y: 1)
    #expect(pilot.root(Manual.self)?.opened.count == 1, "the click was beside it")
    try pilot.click(x: 10, y: 1)
    #expect(pilot.root(Manual.self)?.opened.count == 2)
    #expect(pilot.problems == [])
  }

  @Test func editingEndsTheRoles() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Manual() }
    let text = try #require(pilot.root(Manual.self)).text
    text.isEditable = true
    try pilot.type("x")
    #expect(text.attributedText == AttributedText("xCharging\nUse the charger only."))
  }

  // MARK: - Pictures

  private final class Everything: ViewController {
    let cell = TableViewCell()
    let captioned = TableViewCell()
    let loan: AttributedText

    init(_ loan: AttributedText) { self.loan = loan }

    override func loadView() -> View {
      let label = Label()
      label.attributedText = loan + " · " + AttributedText("all loans").link(toAction: "loans")
      label.openLink = { _ in true }
      let wrapped = Label()
      wrapped.wraps = true
      wrapped.attributedText = loan
      cell.attributedText = AttributedText("Drill").role(.title)
      cell.attributedDetailText = AttributedText("overdue").role(.warning)
      captioned.cellStyle = .value2
      captioned.text = "Loan"
      captioned.attributedDetailText = loan
      return Column(spacing: 1) {
        label
        wrapped.length(.cells(2))
        cell.length(.cells(1))
        captioned.length(.cells(1))
      }
    }
  }

  @Test(arguments: [
    ("attributed-dark", 60), ("attributed-narrow", 40), ("attributed-monochrome", 60),
  ])
  func rolesLookAsInThePicture(name: String, width: Int) throws {
    let loan = loan
    let pilot = try Pilot.showing(size: Size(width: width, height: 10)) { Everything(loan) }
    if name.hasSuffix("monochrome") { pilot.application.theme = .monochrome }
    try pilot.settle()
    try Picture(name, beside: #filePath).verify(pilot.frame)
  }
}
