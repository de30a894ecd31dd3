import Reprise
import RepriseTesting
import Testing

/// An alert that a screen asks with `ask(_:)` comes back after a kill, without an answer.
@Suite struct AlertQuestionTests {
  /// The data that survives the process, apart from the state.
  private final class Shelf {
    var books = ["dune": "Dune"]
    var heard: [String] = []
    /// Whether the screen presents another one once it is restored.
    var isCovered = false
  }

  private final class Screen: ViewController {
    private let shelf: Shelf
    let choice = Choice(["new", "used", "broken"], selectedIndex: 1)

    init(_ shelf: Shelf) {
      self.shelf = shelf
      super.init()
      restorationIdentifier = "screen"
    }

    override func viewDidLoad() {
      choice.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      view.addSubview(choice)
    }

    override func applicationFinishedRestoringState() {
      super.applicationFinishedRestoringState()
      if shelf.isCovered { present(Worded("another")) }
    }

    override func alert(for question: AlertQuestion) -> AlertController? {
      guard question.name == "shelf.remove", let title = shelf.books[question.details["book"] ?? ""]
      else { return nil }
      let alert = AlertController(
        title: "Remove “\(title)”?", message: question.details["message"])
      for answer in ["Remove", "Lend", "Sell"] {
        alert.addAction(
          Action("shelf.\(answer)", answer) { [shelf] in shelf.heard.append(answer) })
      }
      alert.addAction(.cancel { [shelf] in shelf.heard.append("Cancel") })
      return alert
    }
  }

  private let shelf = Shelf()

  private func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot.showing(size: Size(width: 60, height: 14), restarts: restarts) { [shelf] in
      Screen(shelf)
    }
  }

  private func ask(_ pilot: Pilot, message: String = "It is lent.") throws -> Bool {
    let question = AlertQuestion("shelf.remove", ["book": "dune", "message": message])
    let isAsked = try #require(pilot.root(Screen.self)).ask(question)
    try pilot.settle()
    return isAsked
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test func questionIsRestoredWithFocusButWithoutAnswer() throws {
    let pilot = try pilot()
    #expect(try ask(pilot))
    for _ in 0..<4 {
      let before = pilot.frame
      #expect(pilot.screen.contains("Remove “Dune”?") && pilot.screen.contains("It is lent."))
      try pilot.restartAndRestore()
      #expect(pilot.frame == before)
      try press("<Tab>", pilot)
    }
    #expect(shelf.heard == [] && pilot.problems == [] && pilot.remarks == [])
    try press("<Esc>", pilot)
    #expect(shelf.heard == ["Cancel"])
    let below = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == below && !pilot.screen.contains("Dune"))
  }

  /// The app has presented another screen meanwhile, as after an update.
  @Test func aQuestionThatFindsNoPlaceIsReported() throws {
    let pilot = try pilot()
    #expect(try ask(pilot))
    shelf.isCovered = true
    pilot.expectedRemarks = ["was not asked again", "was not presented"]
    try pilot.restartAndRestore()
    #expect(pilot.remarks.contains { $0.contains("\"shelf.remove\" was not asked again") })
  }

  @Test func screenPresentedOverAnAlertIsRestored() throws {
    let pilot = try pilot()
    #expect(try ask(pilot))
    let alert = pilot.frame
    HelpViewController.present(in: pilot.application)
    try pilot.settle()
    let help = pilot.frame
    #expect(help != alert)
    for _ in 0..<2 {
      try pilot.restartAndRestore()
      #expect(pilot.frame == help, "\(pilot.screen)")
    }
    try press("<Esc>", pilot)
    #expect(pilot.frame == alert)
    try pilot.restartAndRestore()
    #expect(pilot.frame == alert && shelf.heard == [])
  }

  @Test func theAnswerWithTheFocusCanBeGivenAfterAKill() throws {
    let pilot = try pilot()
    _ = try ask(pilot)
    try press("<Tab>", pilot)
    try pilot.restartAndRestore()
    try press("<Enter>", pilot)
    #expect(shelf.heard == ["Remove"])
    #expect(!pilot.screen.contains("Dune"))
  }

  /// Keys typed before the first frame can't have been an answer.
  @Test func keysTypedAheadAreNoAnswer() throws {
    let pilot = try pilot()
    _ = try ask(pilot)
    try press("<Tab>", pilot)
    try pilot.restartAndRestore(hasWaitingInput: true)
    try press("<Enter>", pilot)
    #expect(shelf.heard == [])
  }

  @Test func scrollPositionOfALongTextIsRestored() throws {
    let pilot = try pilot()
    let message = (1...40).map { "Line \($0)" }.joined(separator: "\n")
    _ = try ask(pilot, message: message)
    try press("<PgDn><PgDn><Up>", pilot)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before, "\(pilot.screen)")
    #expect(pilot.problems == [])
  }

  @Test func questionAboutADeletedSubjectIsNotAsked() throws {
    let pilot = try pilot()
    let below = pilot.screen
    _ = try ask(pilot)
    shelf.books = [:]
    try pilot.restartAndRestore()
    #expect(pilot.screen == below)
    #expect(pilot.remarks == [], "the app answered what it was asked")
    #expect(try ask(pilot) == false)
  }

  private final class Namesakes: ViewController {
    let choices = [["new", "used"], ["whole", "broken"]].map {
      Choice($0, selectedIndex: 0).named("kind")
    }

    override init() {
      super.init()
      restorationIdentifier = "namesakes"
    }

    override func viewDidLoad() {
      for (row, choice) in choices.enumerated() {
        choice.frame = Rect(x: 0, y: row, width: 20, height: 1)
        view.addSubview(choice)
      }
    }
  }

  /// Views of one identifier are told apart by their order.
  @Test func eachOfTwoChoicesWithOneIdentifierHasItsOptions() throws {
    let pilot = try Pilot.showing(
      size: Size(width: 60, height: 14), expecting: ["only their order distinguishes them"]
    ) { Namesakes() }
    try press("<Tab><Enter><Down>", pilot)
    #expect(pilot.screen.contains("[broken]"))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try press("<Enter>", pilot)
    let screen = try #require(pilot.root(Namesakes.self))
    #expect(screen.choices.map(\.selectedIndex) == [0, 1])
  }

  @Test func optionsOfAChoiceAreRestored() throws {
    let pilot = try pilot()
    try press("<Enter><Down>", pilot)
    #expect(pilot.screen.contains("[broken]"))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try press("<Enter>", pilot)
    #expect(pilot.root(Screen.self)?.choice.selectedIndex == 2)
    #expect(pilot.problems == [] && pilot.remarks == [])
  }
}
