import Foundation
import Observation
import RepriseTesting
import Synchronization
import Testing
import TestSupport

@testable import Reprise

/// `updateProperties()`: a view or a screen follows the values that it reads, wherever they change.
@Suite struct UpdatingTests {
  @Observable final class Model {
    var name = "a"
    var count = 0
    var other = 0
  }

  /// A screen of a label that shows a model.
  private final class Screen: ViewController {
    let model: Model
    let label = Label()
    @Restorable("suffix") var suffix = "!"
    var updates = 0

    init(_ model: Model) {
      self.model = model
      super.init()
      restorationIdentifier = "screen"
    }

    override func viewDidLoad() {
      label.frame = Rect(x: 1, y: 0, width: 30, height: 1)
      view.addSubview(label)
    }

    override func updateProperties() {
      updates += 1
      title = model.name
      label.text = model.name + suffix
    }
  }

  private struct Place {
    let pilot: Pilot
    let screen: Screen
    var model: Model { screen.model }

    init() throws {
      pilot = try Pilot.showing { NavigationController(rootViewController: Screen(Model())) }
      screen = try #require(
        pilot.root(NavigationController.self)?.topViewController as? Screen)
    }
  }

  @Test func theFirstFrameShowsIt() throws {
    let place = try Place()
    #expect(place.screen.updates == 1)
    #expect(place.pilot.screen == " a\n a!", "title and label")
  }

  @Test func aChangeInATaskIsDrawn() async throws {
    let place = try Place()
    let before = place.pilot.frame
    await Task {
      place.model.name = "b"
      place.model.name = "c"
      place.screen.suffix = "?"
    }.value
    #expect(place.pilot.isTurnScheduled)
    #expect(place.pilot.frame == before, "nothing is drawn elsewhere")
    try place.pilot.settle()
    #expect(place.pilot.screen == " c\n c?")
    #expect(place.screen.updates == 2, "many changes are one call")
    place.model.name = "d"
    try place.pilot.settle()
    #expect(place.pilot.screen.contains("d?"), "and again")
  }

  @Test func streamIsDrawnAsItArrives() async throws {
    let place = try Place()
    let (words, source) = AsyncStream.makeStream(of: String.self)
    let reading = Task { for await word in words { place.model.name = word } }
    for word in ["b", "c"] { source.yield(word) }
    source.finish()
    await reading.value
    try place.pilot.settle()
    #expect(place.pilot.screen == " c\n c!")
  }

  @Test func unreadValueRequestsNoUpdate() throws {
    let place = try Place()
    place.model.other = 1
    place.model.name = "a"
    #expect(!place.pilot.isTurnScheduled)
  }

  @Test func aKeyThatChangesNothingOfItUpdatesNothing() throws {
    let place = try Place()
    for key in KeyScript("x<Tab>y").keys { try place.pilot.press(key) }
    try place.pilot.resize(to: Size(width: 60, height: 20))
    #expect(place.screen.updates == 1)
  }

  @Test func otherChangesAreReported() throws {
    let place = try Place()
    place.screen.setNeedsUpdateProperties()
    place.screen.setNeedsUpdateProperties()
    #expect(place.pilot.isTurnScheduled)
    try place.pilot.settle()
    #expect(place.screen.updates == 2)
    place.screen.setNeedsUpdateProperties()
    place.screen.updatePropertiesIfNeeded()
    place.screen.updatePropertiesIfNeeded()
    #expect(place.screen.updates == 3)
  }

  // MARK: - When

  /// Notes who is called, in order.
  private final class Calls { var names: [String] = [] }

  private final class Noting: View {
    let calls: Calls
    init(_ calls: Calls) {
      self.calls = calls
      super.init()
    }
    override func updateProperties() { calls.names.append("view updates") }
    override func layoutSubviews() { calls.names.append("view lays out") }
  }

  private final class NotingScreen: ViewController {
    let calls: Calls
    init(_ calls: Calls) {
      self.calls = calls
      super.init()
      restorationIdentifier = "noting"
    }
    override func loadView() -> View { Noting(calls) }
    override func viewDidLoad() { calls.names.append("screen loads") }
    override func updateProperties() { calls.names.append("screen updates") }
    override func viewDidLayoutSubviews() { calls.names.append("screen laid out") }
  }

  @Test func aScreenIsUpdatedBeforeItsViewAndBothBeforeTheLayout() throws {
    let calls = Calls()
    _ = try Pilot.showing { NotingScreen(calls) }
    let order = [
      "screen loads", "screen updates", "view updates", "view lays out", "screen laid out",
    ]
    #expect(calls.names == order)
    calls.names = []
    let pilot = try Pilot.showing { Worded("root") }
    pilot.root(Worded.self)?.present(NotingScreen(calls))
    try pilot.settle()
    #expect(calls.names.prefix(5) == order[...])
  }

  /// Its title is the way back to it.
  @Test func aScreenBelowOthersIsUpdatedToo() throws {
    let place = try Place()
    place.pilot.root(NavigationController.self)?.push(Worded("top"))
    try place.pilot.settle()
    place.model.name = "elsewhere"
    #expect(place.pilot.isTurnScheduled)
    try place.pilot.settle()
    #expect(place.pilot.screen.contains("‹ elsewhere"))
  }

  @Test func aHiddenViewWaitsUntilItIsSeen() throws {
    let calls = Calls()
    let hidden = Noting(calls)
    hidden.isHidden = true
    let pilot = try Pilot.showing { Rows("rows", [hidden]) }
    hidden.setNeedsUpdateProperties()
    try pilot.settle()
    #expect(calls.names.isEmpty)
    hidden.isHidden = false
    try pilot.settle()
    #expect(calls.names == ["view updates", "view lays out"])
  }

  /// A view in a view that is hidden, put elsewhere and shown there.
  @Test func viewMarkedWhileRemovedIsUpdatedOnReturn() throws {
    let calls = Calls()
    let (view, box) = (Noting(calls), View())
    let pilot = try Pilot.showing { Rows("rows", [box]) }
    box.addSubview(view)
    try pilot.settle()
    view.removeFromSuperview()
    try pilot.settle()
    calls.names = []
    view.setNeedsUpdateProperties()
    #expect(!pilot.isTurnScheduled)
    pilot.root(Rows.self)?.view.addSubview(view)
    try pilot.settle()
    #expect(calls.names.contains("view updates"))
  }

  private final class Counted: TableViewCell {
    var model: Model?
    override func updateProperties() { text = "count \(model?.count ?? -1)" }
  }

  private final class CellRows: TableViewDataSource {
    let model = Model()
    var rows = 2
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(Counted.self)
      cell.model = model
      return cell
    }
  }

  @Test func cellFollowsItsModel() throws {
    let (rows, table) = (CellRows(), TableView())
    table.dataSource = rows
    let pilot = try Pilot.showing { Rows("rows", [table]) }
    rows.model.count = 7
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen.contains("count 7"))
  }

  @Test func reusedCellShowsItsNewModel() throws {
    let (rows, table) = (CellRows(), TableView())
    (rows.rows, rows.model.count) = (30, 5)
    table.dataSource = rows
    let pilot = try Pilot.showing { Rows("rows", [table]) }
    for key in KeyScript("G<Home>").keys {
      try pilot.press(key)
      #expect(pilot.screen.contains("count 5"))
    }
  }

  private final class Hinting: ViewController {
    let model = Model()
    override var actions: [Action] {
      [Action("save", "Save", "^S", enabled: { [model] in model.count > 0 }) {}]
    }
  }

  /// Nothing else on the screen depends on the model.
  @Test func hintFollowsItsActionsDependencies() throws {
    let pilot = try Pilot.showing { Hinting() }
    #expect(!pilot.screen.contains("Save"))
    pilot.root(Hinting.self)?.model.count = 1
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen.contains("^S Save"))
  }

  private final class Sized: ViewController {
    let label = Label()
    override func loadView() -> View { label }
    override func updateProperties() { label.text = "\(horizontalSizeClass)" }
  }

  @Test func sizeClassReaderFollowsTheWindow() throws {
    let pilot = try Pilot.showing { Sized() }
    #expect(pilot.screen == "compact")
    try pilot.resize(to: Size(width: 90, height: 30))
    #expect(pilot.screen == "regular")
  }

  // MARK: - One after the other

  private final class Link: View {
    var update: () -> Void = {}
    override func updateProperties() { update() }
  }

  @Test func dependentUpdatesSettleInTheSameTurn() throws {
    let (model, label, link) = (Model(), Label(), Link())
    let reader = Link()
    reader.update = { label.text = "count \(model.count)" }
    link.update = { model.count = model.name.count }
    let pilot = try Pilot.showing { Rows("rows", [reader, label, link]) }
    #expect(pilot.screen.contains("count 1"))
    model.name = "abc"
    try pilot.settle()
    #expect(pilot.screen.contains("count 3"))
    #expect(!pilot.isTurnScheduled)
    #expect(pilot.remarks.isEmpty)
  }

  @Test func endlessUpdatesAreReported() throws {
    let (model, one, two) = (Model(), Link(), Link())
    one.update = { model.count = model.other + 1 }
    two.update = { model.other = model.count + 1 }
    let pilot = try Pilot.showing(expecting: ["did not settle"]) {
      Rows("rows", [one, two])
    }
    try pilot.press(.character("."))
    #expect(!pilot.isTurnScheduled)
    #expect(
      pilot.remarks == [
        "properties and layout did not settle in 16 rounds: "
          + "check updateProperties() and layoutSubviews() of Link"
      ])
    one.update = {}
    two.update = {}
    try pilot.press(.character("."))
    #expect(!pilot.application.window.needsLayoutPass)
  }

  // MARK: - Ends

  @Test func aModelOutlivesItsScreensAndKeepsNothingOfThem() throws {
    let model = Model()
    // The first of a class finds out that it reads.
    Screen(model).loadViewAndUpdate()
    weak var tracking: PropertyTracking?
    weak var screen: Screen?
    do {
      let short = Screen(model)
      short.loadViewAndUpdate()
      (screen, tracking) = (short, short.tracking)
      #expect(tracking != nil)
    }
    #expect(screen == nil)
    #expect(tracking == nil)
    model.name = "nothing is notified"
  }

  @Test func updateWithoutReadsKeepsNothing() throws {
    let view = View()
    view.layoutIfNeeded()
    #expect(view.tracking == nil)
    #expect(!view.needsUpdateProperties)
  }

  // MARK: - From other threads

  /// A model that may be changed anywhere.
  private nonisolated final class Shared: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex(0)

    var value: Int {
      get {
        registrar.access(self, keyPath: \.value)
        return stored.withLock { $0 }
      }
      set {
        registrar.withMutation(of: self, keyPath: \.value) { stored.withLock { $0 = newValue } }
      }
    }
  }

  @Test func aChangeOnAnotherThreadIsDrawnToo() async throws {
    let (shared, label, reader) = (Shared(), Label(), Link())
    reader.update = { label.text = "value \(shared.value)" }
    let pilot = try Pilot.showing { Rows("rows", [reader, label]) }
    await Task.detached { shared.value = 7 }.value
    #expect(try await Wait.until { pilot.isTurnScheduled })
    try pilot.settle()
    #expect(pilot.screen.contains("value 7"))
  }

  @Test func anUpdateFromAnotherThreadIsATurn() async throws {
    let place = try Place()
    place.screen.label.text = "by hand"
    let (updating, frames) = (place.pilot.application.updating, place.pilot.terminal.frames.count)
    await Task.detached { updating() }.value
    #expect(try await Wait.until { place.pilot.terminal.frames.count > frames })
    #expect(place.pilot.screen.contains("by hand"))
  }

  // MARK: - Idle

  @Test func anIdleTurnMarksNothing() throws {
    let pilot = try Pilot.library(size: Size(width: 100, height: 30))
    try pilot.press(.character("n"))
    let window = pilot.application.window
    for _ in 0..<2 {
      window.settle()
      #expect(!window.needsDisplay && !window.needsLayout && !window.needsLayoutPass)
      #expect(!pilot.isTurnScheduled)
      pilot.application.update()
    }
  }

  /// Views that are laid out are skipped: a key costs what it changes.
  @Test func laidOutViewsAreNotVisitedAgain() throws {
    final class Asked: View {
      static var count = 0
      override var isHidden: Bool {
        get {
          Self.count += 1
          return super.isHidden
        }
        set { super.isHidden = newValue }
      }
    }
    let boxes = (0..<100).map { _ in View() }
    for box in boxes { box.addSubview(Asked()) }
    let root = View()
    boxes.forEach(root.addSubview)
    root.layoutIfNeeded()
    Asked.count = 0
    root.layoutIfNeeded()
    #expect(Asked.count == 0)
    boxes[7].subviews[0].setNeedsLayout()
    root.layoutIfNeeded()
    #expect(Asked.count <= 1)
  }
}

extension ViewController {
  fileprivate func loadViewAndUpdate() {
    loadViewIfNeeded()
    updatePropertiesIfNeeded()
  }
}
