import Reprise
import RepriseTesting
import Testing

/// The fourth step of finding a saved controller: its scene (contract 3.2 to 3.6).
@Suite struct StoryboardRestorationTests {
  /// How an app of these tests may change at its next launch.
  private final class Plan {
    var text = Scenes.text
    var registry = Scenes.registry
    var delegateMakes: (([String], Coder) -> ViewController?)?
    var seen: [Storyboard?] = []
  }

  private final class Delegate: ApplicationDelegate {
    let plan: Plan

    init(plan: Plan) {
      self.plan = plan
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool {
      true
    }

    func application(
      _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
      coder: Coder
    ) -> ViewController? {
      let key = Application.stateRestorationViewControllerStoryboardKey
      plan.seen.append(coder.decodeObject(forKey: key) as? Storyboard)
      return plan.delegateMakes?(path, coder)
    }
  }

  private func start(_ plan: Plan) throws -> Pilot {
    try Pilot(size: Size(width: 50, height: 12)) { device, store in
      let storyboard = try? Storyboard(
        name: "main", text: Array(plan.text.utf8), registry: plan.registry,
        environment: Scenes.environment)
      return Application(
        delegate: Delegate(plan: plan), device: device, store: store, registry: plan.registry,
        environment: Scenes.environment, mainStoryboard: storyboard, version: "1")
    }
  }

  private func root(of pilot: Pilot) throws -> ViewController {
    try #require(pilot.application.window.rootViewController)
  }

  /// Presents the sheet and changes the word of its page.
  private func presentSheet(in pilot: Pilot, word: String) throws {
    let root = try root(of: pilot)
    let sheet = try #require(root.storyboard?.instantiateViewController(withIdentifier: "sheet"))
    root.present(sheet)
    (sheet.children.first as? Scenes.Page)?.word = word
    try pilot.press(KeyPress(.function(12)))
  }

  private func outcomes(of pilot: Pilot, at path: [String]) -> [RestorationReport.Outcome] {
    pilot.application.restorationReport.entries.filter { $0.path == path }.map(\.outcome)
  }

  @Test func theMainStoryboardFillsTheWindowBeforeTheDelegateIsAsked() throws {
    let pilot = try start(Plan())
    #expect(try root(of: pilot) is TabBarController)
    #expect(pilot.screen.contains("Первая"))
  }

  @Test func rule_3_5_aScenePresentedByHandIsMadeAnew() throws {
    let plan = Plan()
    let pilot = try start(plan)
    try presentSheet(in: pilot, word: "typed")
    let screen = pilot.screen
    try pilot.restartAndRestore()
    let sheet = try #require(try root(of: pilot).presentedViewController)
    #expect((sheet.children.first as? Scenes.Page)?.word == "typed")
    #expect(sheet.modalPresentationStyle == .fullScreen)
    #expect(pilot.screen == screen)
  }

  @Test func sceneIsRestoredTwoLaunchesLater() throws {
    let pilot = try start(Plan())
    try presentSheet(in: pilot, word: "kept")
    for _ in 0..<3 { try pilot.restartAndRestore() }
    let sheet = try root(of: pilot).presentedViewController
    #expect((sheet?.children.first as? Scenes.Page)?.word == "kept")
  }

  @Test func rule_3_4_aSceneThatExistsIsNotMadeAgain() throws {
    let pilot = try start(Plan())
    let page = { try self.root(of: pilot).children.first?.children.first as? Scenes.Page }
    try page()?.word = "kept"
    try pilot.press(KeyPress(.function(12)))
    try pilot.restartAndRestore()
    let tabs = try #require(try root(of: pilot) as? TabBarController)
    #expect(tabs.viewControllers.map { $0.children.count } == [1, 0])
    #expect(try page()?.word == "kept")
    #expect(outcomes(of: pilot, at: ["tabs", "left", "page"]) == [.restored])
  }

  @Test func rule_3_3_theDelegateGoesBeforeTheStoryboard() throws {
    let plan = Plan()
    let pilot = try start(plan)
    try presentSheet(in: pilot, word: "typed")
    plan.delegateMakes = { path, _ in
      guard path.last == "sheet" else { return nil }
      let made = NavigationController(rootViewController: Scenes.Page(word: "the delegate's"))
      made.restorationIdentifier = "sheet"
      return made
    }
    pilot.expectedRemarks = ["a screen in the stack \"sheet\" has no restoration identifier"]
    try pilot.restartAndRestore()
    #expect(try root(of: pilot).presentedViewController?.modalPresentationStyle == .formSheet)
  }

  /// A controller from the delegate keeps the saved scene, for a launch whose delegate makes none.
  @Test func theSceneOutlivesAControllerOfTheDelegates() throws {
    let plan = Plan()
    let pilot = try start(plan)
    try presentSheet(in: pilot, word: "typed")
    plan.delegateMakes = { path, _ in
      guard path.last == "sheet" else { return nil }
      let made = NavigationController()
      made.restorationIdentifier = "sheet"
      return made
    }
    try pilot.restartAndRestore()
    #expect(try root(of: pilot).presentedViewController?.storyboard != nil)
    plan.delegateMakes = nil
    try pilot.restartAndRestore()
    #expect(try root(of: pilot).presentedViewController?.modalPresentationStyle == .fullScreen)
  }

  @Test func rule_3_2_theRestorationClassGoesFirst() throws {
    let plan = Plan()
    plan.registry.register(restorationClass: Refusing.self, as: "refusing")
    let pilot = try start(plan)
    let root = try root(of: pilot)
    let sheet = try #require(root.storyboard?.instantiateViewController(withIdentifier: "sheet"))
    sheet.restorationClass = Refusing.self
    root.present(sheet)
    try pilot.press(KeyPress(.function(12)))
    try pilot.restartAndRestore()
    #expect(try self.root(of: pilot).presentedViewController == nil)
    #expect(
      outcomes(of: pilot, at: ["tabs", "sheet"])
        == [.skipped("its restoration class returned nothing")])
  }

  /// A restoration class that never makes anything.
  private enum Refusing: ViewControllerRestoration {
    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? { nil }
  }

  @Test func rule_3_6_aSceneThatIsGoneIsLeftOut() throws {
    let plan = Plan()
    let pilot = try start(plan)
    try presentSheet(in: pilot, word: "typed")
    plan.text = plan.text.replacing("scene sheet", with: "scene panel")
    try pilot.restartAndRestore()
    #expect(try root(of: pilot).presentedViewController == nil)
    #expect(
      outcomes(of: pilot, at: ["tabs", "sheet"]) == [.skipped("no object was found for it")])
    #expect(
      outcomes(of: pilot, at: ["tabs", "sheet", "page"])
        == [.skipped("its parent was not restored")])
  }

  @Test func rule_4_6_theCoderCarriesTheStoryboard() throws {
    let plan = Plan()
    let pilot = try start(plan)
    try pilot.restartAndRestore()
    let storyboard = try root(of: pilot).storyboard
    #expect(plan.seen.count == 4)
    #expect(plan.seen.allSatisfy { $0 === storyboard && $0 != nil })
  }
}
