import Foundation
import Reprise
import RepriseTesting
import Testing

/// A loss that the app doesn't notice fails its tests, at the line that caused it.
@Suite struct RemarkTests {
  private func remarks(_ pilot: Pilot, _ body: () throws -> Void) rethrows -> [String] {
    try pilot.problems(provokedBy: body).map { $0.replacing("the kit remarks: ", with: "") }
  }

  @Test func aRemarkFailsTheTestAtTheLineOfThePilotsCall() throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    let stack = pilot.root(NavigationController.self)
    let line = #line + 3
    try withKnownIssue {
      stack?.push(stack?.topViewController ?? Worded("none"))
      try pilot.press(.character("."))
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { "\($0)".contains("was not pushed") }
    }
    try pilot.press(.character("."))
  }

  @Test func aRemarkThatATestExpectsFailsNothing() throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    pilot.expectedRemarks = ["was not pushed"]
    let stack = pilot.root(NavigationController.self)
    stack?.push(stack?.topViewController ?? Worded("none"))
    try pilot.press(.character("."))
    #expect(pilot.remarks.count == 1)
  }

  @Test func aRemarkOfTheLaunchFailsTheTest() throws {
    try withKnownIssue {
      _ = try Pilot.showing(isStrict: true) {
        let outer = Worded("outer")
        let inner = ViewController()
        inner.addChild(Worded("lost"))
        outer.addChild(inner)
        return outer
      }
    } matching: { issue in
      issue.comments.contains {
        "\($0)".contains("the ViewController around it has no restoration identifier")
      }
    }
  }

  // MARK: - Unreferenced objects

  @Test func viewInANamelessScreenIsReported() throws {
    let pilot = try Pilot.showing(isStrict: true) { NavigationController.holding("page") }
    let found = try remarks(pilot) {
      let form = Form()
      pilot.root()?.present(form)
      try pilot.press(.character("."))
    }
    #expect(
      found == ["TextField \"name\" is not saved: the Form around it has no restoration identifier"]
    )
  }

  @Test func aRegisteredObjectThatNothingRefersToIsNamed() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    let object = Plain()
    let found = try remarks(pilot) {
      pilot.application.registerObject(forStateRestoration: object, restorationIdentifier: "plain")
      try pilot.press(.character("."))
    }
    #expect(
      found == ["the registered object \"plain\" is not saved: no saved object refers to it"])
  }

  @Test func aScreenThatForgetsSuperLosesItsViewsByName() throws {
    let pilot = try Pilot.showing(expecting: ["does not encode its views"]) { Forgetful() }
    let found = try remarks(pilot) { try pilot.press(.character("x")) }
    #expect(found == [])
    #expect(
      pilot.remarks == [
        "TextField \"word\" is not saved: Forgetful \"forgetful\" does not encode its views; "
          + "call super.encodeRestorableState(with:)"
      ])
  }

  // MARK: - Duplicate keys

  @Test func twoPropertiesOfOneKeyAreReported() throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    let found = try remarks(pilot) {
      pilot.root(NavigationController.self)?.push(Twins())
      try pilot.press(.character("."))
    }
    #expect(
      found == [
        "Twins \"twins\" has two properties with the key \"name\": only the last one is saved; "
          + "give each its own key"
      ])
  }

  @Test func aPropertyOfAKeyThatTheScreenWritesItselfIsReported() throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    let found = try remarks(pilot) {
      pilot.root(NavigationController.self)?.push(Doubled())
      try pilot.press(.character("."))
    }
    #expect(
      found == [
        "Doubled \"doubled\" encodes \"name\" itself and has a property with that key: only the property is saved"
      ])
  }

  @Test func sharedTypeKeyIsReported() throws {
    var registry = RestorationRegistry()
    registry.register(Twins.self, as: "page")
    registry.register(Doubled.self, as: "page", formerly: ["leaf"])
    registry.register(Worded.self, as: "worded", formerly: ["leaf"])
    // An app may save a type of the kit under a key of its own.
    registry.register(Worded.self, as: "words")
    registry.register(restorationClass: MakerOne.self, as: "maker")
    registry.register(restorationClass: MakerTwo.self, as: "maker")
    // Repeating the same registration is fine.
    registry.register(restorationClass: MakerTwo.self, as: "maker")
    let pilot = try Pilot(expectedRemarks: [""]) { [registry] device, store in
      Application(delegate: Idle(), device: device, store: store, registry: registry)
    }
    #expect(
      pilot.remarks == [
        "two types are registered as \"page\", Twins and Doubled: only the last one is used; "
          + "give each its own key",
        "\"leaf\" is a former key of \"page\" and of \"worded\": its state goes to \"worded\"",
        "two restoration classes are registered as \"maker\", MakerOne and MakerTwo: "
          + "only the last one is used; give each its own key",
      ])
  }

  // MARK: - Mismatched types

  /// A screen of the next launch that reads the same key as another type.
  @Test(arguments: [("TextScreen", "count"), ("ReadingScreen", "word")])
  func aValueThatHasAnotherTypeNowIsReported(_ screen: String, _ key: String) throws {
    let text = "\(screen) \"screen\": the saved value of \"\(key)\" has a different type"
    let pilot = try pilotThatGoesOn(
      with: screen == "TextScreen" ? TextScreen.init : ReadingScreen.init)
    pilot.expectedRemarks = ["has a different type"]
    try pilot.restartAndRestore()
    #expect(pilot.remarks.count == 1 && pilot.remarks.allSatisfy { $0.hasPrefix(text) })
    pilot.expectedRemarks = []
    if screen == "TextScreen" { try pilot.restartAndRestore() }
  }

  /// A screen that reads a value as both types does so on purpose.
  @Test func aValueThatIsReadAsEitherTypeIsNotReported() throws {
    let pilot = try pilotThatGoesOn(with: Lenient.init)
    try pilot.restartAndRestore()
    #expect(pilot.root(Lenient.self)?.found == "3")
  }

  /// A pilot that shows ``Original`` at its first launch, and another version of that screen later.
  private func pilotThatGoesOn<Screen: ViewController>(
    with make: @escaping () -> Screen
  ) throws -> Pilot {
    var isNew = false
    return try Pilot { device, store in
      var registry = RestorationRegistry()
      defer { isNew = true }
      if isNew {
        registry.register(Screen.self, as: "screen")
      } else {
        registry.register(Original.self, as: "screen")
      }
      let root = isNew ? make() : Original()
      return Application(
        delegate: RootDelegate { root }, device: device, store: store, registry: registry)
    }
  }

  // MARK: - Out of range

  @Test(arguments: [-3, 99, 2, -1]) func missingTabIsIgnoredAndReported(_ index: Int) throws {
    let pilot = try Pilot.showing {
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = [Worded("one"), Worded("two")]
      tabs.selectedIndex = 1
      return tabs
    }
    let found = try remarks(pilot) {
      pilot.root(TabBarController.self)?.selectedIndex = index
      try pilot.press(.character("."))
    }
    #expect(pilot.root(TabBarController.self)?.selectedIndex == 1)
    #expect(
      found == ["TabBarController \"tabs\" has no tab \(index): tab 1 is still selected"])
  }

  @Test func aTabMayBeNamedBeforeThereAreAny() throws {
    let pilot = try Pilot.showing {
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.selectedIndex = 1
      tabs.viewControllers = [Worded("one"), Worded("two")]
      return tabs
    }
    #expect(pilot.root(TabBarController.self)?.selectedIndex == 1)
  }

  @Test(arguments: [-3, 99]) func controlsRefuseAMissingIndex(_ index: Int) throws {
    let segments = SegmentedControl(["a", "b"], selectedIndex: 1)
    let choice = Choice(["new", "old"], selectedIndex: 1)
    let pilot = try Pilot.showing { Rows("rows", [segments, choice]) }
    let found = try remarks(pilot) {
      segments.selectedIndex = index
      choice.selectedIndex = index
      try pilot.press(.character("."))
    }
    #expect(segments.selectedIndex == (index < 0 ? 0 : 1))
    #expect(found.count == 2 && found.allSatisfy { $0.contains("\(index)") })
  }

  @Test func noTableSelectsARowThatItHasNot() throws {
    let pilot = try Pilot.showing { Listing("list") }
    let found = try remarks(pilot) {
      pilot.root(Listing.self)?.list.selectRow(at: IndexPath(row: 99, section: 0))
      try pilot.press(.character("."))
    }
    #expect(
      found == ["TableView \"list\" has no row 99 in section 0: it was not selected"])
  }

  // MARK: - Staying in memory

  /// How a screen holds itself.
  enum Hold: CaseIterable {
    case button, action, backAction, nothing
  }

  @Test(arguments: Hold.allCases, [false, true])
  func aScreenThatItsOwnClosureKeepsIsReportedWhereItWasPopped(
    _ hold: Hold, isPresented: Bool
  ) throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    let found = try remarks(pilot) {
      try show(Holding(hold), on: pilot, isPresented: isPresented)
    }
    #expect(
      found.map { $0.hasPrefix("Holding “holding” was removed but stayed in memory") }
        == (hold == .nothing ? [] : [true]), "\(found)")
  }

  @Test func aScreenThatTheAppKeepsOnPurposeIsNotReported() throws {
    let pilot = try Pilot.showing { NavigationController.holding("page") }
    let kept = Holding(.button)
    let found = try remarks(pilot) { try show(kept, on: pilot, isPresented: false) }
    #expect(found == [])
    #expect(kept.title == "kept")
  }

  /// A closure that provokes problems later doesn't hide the leak, and doesn't get it as its own.
  @Test(arguments: [false, true])
  func aLeakFailsTheTestAtTheLineOfThePop(provokesLater: Bool) throws {
    let line = #line + 7
    try withKnownIssue {
      let pilot = try Pilot.showing { NavigationController.holding("page") }
      let stack = pilot.root(NavigationController.self)
      stack?.push(Holding(.button))
      try pilot.settle()
      _ = stack?.popViewController()
      try pilot.settle()
      if provokesLater { #expect(try remarks(pilot) { try pilot.press(.character(".")) } == []) }
      try pilot.restartAndRestore()
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  private func show(_ screen: Holding, on pilot: Pilot, isPresented: Bool) throws {
    let stack = pilot.root(NavigationController.self)
    if isPresented { stack?.present(screen) } else { stack?.push(screen) }
    try pilot.settle()
    if isPresented { stack?.dismiss() } else { stack?.popViewController() }
    try pilot.settle()
    try pilot.press(.character("."))
  }
}

// MARK: - Screens

extension NavigationController {
  /// A stack of one screen.
  fileprivate static func holding(_ identifier: String) -> NavigationController {
    let stack = NavigationController(rootViewController: Worded(identifier))
    stack.restorationIdentifier = "stack"
    return stack
  }
}

extension Pilot {
  fileprivate func root() -> ViewController? { application.window.rootViewController }
}

private final class Idle: ApplicationDelegate {}

private final class Plain: StateRestoring {}

private enum MakerOne: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? { nil }
}

private enum MakerTwo: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? { nil }
}

/// A form without an identifier.
private final class Form: ViewController {
  @Restorable("name") var name = ""

  override func loadView() -> View { Column { TextField($name) } }
}

private final class Twins: ViewController {
  @Restorable("name") var name = ""
  @Restorable("name") var title2 = ""

  override init() {
    super.init()
    restorationIdentifier = "twins"
  }
}

private final class Doubled: ViewController {
  @Restorable("name") var name = ""

  override init() {
    super.init()
    restorationIdentifier = "doubled"
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode("mine", forKey: "name")
  }
}

/// Keeps a number and a text.
private final class Original: ViewController {
  @Restorable("count") var count = 3

  override init() {
    super.init()
    restorationIdentifier = "screen"
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(4.5, forKey: "word")
  }
}

/// Declares the stored number as a text.
private final class TextScreen: ViewController {
  @Restorable("count") var count = "three"

  override init() {
    super.init()
    restorationIdentifier = "screen"
  }
}

/// Reads the number stored under `word` as a text.
private final class ReadingScreen: ViewController {
  override init() {
    super.init()
    restorationIdentifier = "screen"
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    title = coder.decodeString(forKey: "word") ?? "nothing"
  }
}

private final class Lenient: ViewController {
  var found = ""

  override init() {
    super.init()
    restorationIdentifier = "screen"
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    found =
      coder.decodeString(forKey: "count") ?? coder.decodeInt(forKey: "count").map(String.init) ?? ""
  }
}

/// Forgets to call `super`.
private final class Forgetful: ViewController {
  override init() {
    super.init()
    restorationIdentifier = "forgetful"
  }

  override func loadView() -> View {
    let field = TextField()
    field.restorationIdentifier = "word"
    return Column { field }
  }

  override func encodeRestorableState(with coder: Coder) {
    coder.encode("own", forKey: "own")
  }
}

/// A screen that a closure of its own may keep alive.
private final class Holding: ViewController {
  private let hold: RemarkTests.Hold

  init(_ hold: RemarkTests.Hold) {
    self.hold = hold
    super.init()
    restorationIdentifier = "holding"
    title = "kept"
    if hold == .backAction { navigationItem.backAction = BackAction("Back") { self.leave() } }
  }

  private func leave() { title = "left" }

  override func loadView() -> View {
    Column {
      if hold == .button {
        Button("Leave") { self.leave() }
      } else {
        Button("Leave") { [weak self] in self?.leave() }
      }
    }
  }

  override var actions: [Action] { made }

  private lazy var made =
    hold == .action
    ? [Action("leave", "Leave", "x") { self.leave() }]
    : [Action("leave", "Leave", "x", for: self) { $0.leave() }]
}
