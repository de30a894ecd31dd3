import Foundation
import Reprise
import RepriseTesting
import Testing

/// Saved states that are sealed as they should be and hold what no run has written: everything that the
/// kit restores itself takes it, and shows something.
@Suite struct PoisonTests {
  /// A text of many lines, a list of many rows, a field and a large view to scroll in.
  private final class Desk: ViewController, TableViewDataSource {
    private let field = TextField()
    private let text = TextView()
    private let table = TableView()
    private let scroll = ScrollView()
    private let sheet = Label("far away")

    override init() {
      super.init()
      restorationIdentifier = "desk"
    }

    override func viewDidLoad() {
      let views: [(View, String)] = [
        (field, "field"), (text, "text"), (table, "table"), (scroll, "scroll"),
      ]
      for (view, name) in views {
        view.restorationIdentifier = name
        self.view.addSubview(view)
      }
      table.dataSource = self
      field.text = "one two three"
      text.text = (1...60).map { "line \($0) of a text" }.joined(separator: "\n")
      scroll.addSubview(sheet)
    }

    override func viewDidLayoutSubviews() {
      field.frame = Rect(x: 0, y: 0, width: 8, height: 1)
      text.frame = Rect(x: 0, y: 1, width: 30, height: 5)
      table.frame = Rect(x: 0, y: 6, width: 30, height: 5)
      scroll.frame = Rect(x: 0, y: 11, width: 30, height: 3)
      sheet.frame = Rect(x: 0, y: 0, width: 200, height: 90)
      scroll.contentSize = Size(width: 200, height: 90)
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 90 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "row \(indexPath.row)"
      return cell
    }
  }

  private final class Keeping: ApplicationDelegate {
    func application(
      _ application: Application, shouldSaveApplicationState coder: Coder
    ) -> Bool { true }
    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool { true }
  }

  /// Changes what each of the views keeps, and leaves the focus in each in turn.
  @Test(arguments: [
    "x y<Left><Shift-Left><^Z>", "<Tab>ab<Down><Down>c<^K><^Z>", "<Tab><Tab><PgDn><Down><PgDn>",
    "<Tab><Tab><Tab><PgDn><Right>",
  ])
  func noSavedValueEndsTheApp(_ script: String) throws {
    let delegate = Keeping()
    let pilot = try Pilot(size: Size(width: 40, height: 16), audits: false) { device, store in
      let application = Application(delegate: delegate, device: device, store: store)
      application.window.rootViewController = Desk()
      return application
    }
    for key in KeyScript(script).keys { try pilot.press(key) }
    let poisons = try pilot.poisonedValues()
    #expect(poisons.count > 200)
    let step = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1" ? 1 : 17
    for index in stride(from: script.utf8.count % step, to: poisons.count, by: step) {
      let poison = poisons[index]
      try pilot.restart(on: poison)
      #expect(pilot.screen.contains("row "), "\(poison)\n\(pilot.screen)")
      #expect(pilot.screen.contains("of a text"), "\(poison)\n\(pilot.screen)")
      for key in KeyScript("<Down><PgDn><Up><End><Left>a<^Z><Tab>").keys { try pilot.press(key) }
      try pilot.resize(to: Size(width: 20, height: 12))
      try pilot.resize(to: Size(width: 40, height: 16))
    }
  }
}
