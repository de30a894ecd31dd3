import Reprise
import RepriseTesting
import Testing

/// An app can say why something does not come back (contract 10.1.5).
@Suite struct ExplanationTests {
  private final class Named: ViewController {
    init(_ identifier: String?) {
      super.init()
      restorationIdentifier = identifier
    }
  }

  /// A container that leaves its children out.
  private final class Closed: ViewController {
    override var encodesChildren: Bool { false }

    init(_ identifier: String) {
      super.init()
      restorationIdentifier = identifier
    }
  }

  private enum Unregistered: ViewControllerRestoration {
    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? { nil }
  }

  private final class Delegate: ApplicationDelegate {
    let root: ViewController

    init(root: ViewController) { self.root = root }

    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = root
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }

  /// The verdicts on the controllers below a root, by identifier.
  private func verdicts(
    of root: ViewController
  ) throws -> [String: PreservationExplanation.Verdict] {
    let pilot = try Pilot(expectedRemarks: ["is not saved", "is not registered"]) { device, store in
      Application(delegate: Delegate(root: root), device: device, store: store)
    }
    let explanations = pilot.application.explainPreservation().filter(\.isController)
    return Dictionary(explanations.map { ($0.identifier ?? "none", $0.verdict) }) { $1 }
  }

  @Test func theFirstAncestorWithoutAnIdentifierIsNamed() throws {
    let tabs = TabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = [NavigationController(rootViewController: Named("below"))]
    let verdicts = try verdicts(of: tabs)
    #expect(verdicts["tabs"] == .preserved)
    #expect(verdicts["none"] == .notPreserved("it has no restoration identifier"))
    #expect(
      verdicts["below"]
        == .notPreserved("it is inside NavigationController, which has no restoration identifier"))
  }

  @Test func whatNobodyWillMakeAgainIsDoubtful() throws {
    let stack = NavigationController(rootViewController: Named("root"))
    stack.restorationIdentifier = "stack"
    stack.push(Named("pushed"))
    let classed = Named("classed")
    classed.restorationClass = Unregistered.self
    stack.push(classed)
    let verdicts = try verdicts(of: stack)
    #expect(verdicts["root"] == .preserved)
    #expect(
      verdicts["pushed"]
        == .doubtful(
          "it has no restoration class or factory, and the app does not make it at launch"))
    #expect(
      verdicts["classed"] == .doubtful("its restoration class Unregistered is not registered"))
  }

  @Test func whatNobodyRefersToIsSaidToBeLost() throws {
    let container = Closed("container")
    container.addChild(Named("child"))
    #expect(
      try verdicts(of: container)["child"] == .notPreserved("no saved object refers to it"))
  }

  @Test func depthIsReported() throws {
    let tabs = TabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = [NavigationController(rootViewController: Named("below"))]
    let pilot = try Pilot(expectedRemarks: ["is not saved"]) { device, store in
      Application(delegate: Delegate(root: tabs), device: device, store: store)
    }
    let all = pilot.application.explainPreservation()
    #expect(all.filter(\.isController).map(\.depth) == [0, 1, 2])
    let views = all.filter { !$0.isController }
    #expect(
      !views.isEmpty && views.first?.depth == 1 && views.allSatisfy { (1...3).contains($0.depth) })
  }
}
