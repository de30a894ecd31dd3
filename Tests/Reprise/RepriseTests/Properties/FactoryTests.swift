import Reprise
import RepriseTesting
import Testing

/// A type that is registered with a factory comes back, pushed or presented, with nothing else said.
@Suite struct FactoryTests {
  /// The objects that factories take from the environment.
  private final class Store { var isOpen = true }

  private final class Notes: ViewController {
    override func updateProperties() { title = "Notes" }
    override func loadView() -> View { Label("all notes") }
  }

  private final class Form: ViewController {
    @Restorable("name") var name = ""
    let store: Store?
    lazy var field = TextField($name)

    init(_ store: Store?) {
      self.store = store
      super.init()
    }

    override func loadView() -> View { field }
    override func updateProperties() { title = name.isEmpty ? "New note" : name }
  }

  private final class Picker: ViewController {
    @Restorable("choice") var choice = 0
    override func updateProperties() { title = "Pick \(choice)" }
  }

  private final class Delegate: ApplicationDelegate {
    let makeRoot: () -> ViewController
    init(_ makeRoot: @escaping () -> ViewController) { self.makeRoot = makeRoot }
    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = makeRoot()
    }
    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool { true }
  }

  private let store = Store()

  private func pilot(
    _ makeRoot: @escaping () -> ViewController = {
      NavigationController(rootViewController: Notes())
    }
  ) throws -> Pilot {
    var registry = RestorationRegistry()
    registry.restore(Form.self, as: "form") { environment in
      environment[Store.self].flatMap { $0.isOpen ? Form($0) : nil }
    }
    registry.restore(Picker.self, as: "picker") { _ in Picker() }
    var environment = Environment()
    environment[Store.self] = store
    return try Pilot(
      size: Size(width: 60, height: 14), expectedRemarks: Pilot.nameless
    ) { [registry, environment] device, store in
      Application(
        delegate: Delegate(makeRoot), device: device, store: store, registry: registry,
        environment: environment)
    }
  }

  private func stack(_ pilot: Pilot) throws -> NavigationController {
    try #require(pilot.root(NavigationController.self))
  }

  @Test func pushedScreensAreRestoredWithState() throws {
    let pilot = try pilot()
    try stack(pilot).push(Form(store))
    try pilot.settle()
    try pilot.type("tea")
    try pilot.press(KeyPress(.left))
    let frame = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame)
    let form = try #require(try stack(pilot).topViewController as? Form)
    #expect(form.name == "tea")
    #expect(form.store === store)
    #expect(form.restorationIdentifier == "form")
    try pilot.press(KeyPress(.escape))
    #expect(pilot.screen.contains("all notes"))
  }

  @Test func presentedScreensAreRestoredWithState() throws {
    let pilot = try pilot()
    try stack(pilot).topViewController?.present(Form(store))
    try pilot.settle()
    try pilot.type("cup")
    let frame = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame)
    #expect((try stack(pilot).presentedViewController as? Form)?.name == "cup")
  }

  /// A stack over a stack, with two screens of one type in it.
  @Test func nestedScreensAreRestored() throws {
    let pilot = try pilot()
    try stack(pilot).push(Form(store))
    let sheet = NavigationController(rootViewController: Picker())
    try stack(pilot).present(sheet)
    try pilot.settle()
    let second = Picker()
    sheet.push(second)
    second.choice = 7
    second.present(Form(store))
    try pilot.settle()
    try pilot.type("deep")
    let (screen, frame) = (pilot.screen, pilot.frame)
    for _ in 0..<2 {
      try pilot.restartAndRestore()
      #expect(pilot.screen == screen)
      #expect(pilot.frame == frame)
    }
    let inner = try #require(try stack(pilot).presentedViewController as? NavigationController)
    #expect(inner.viewControllers.map { ($0 as? Picker)?.choice } == [0, 7])
    #expect((inner.presentedViewController as? Form)?.name == "deep")
    #expect(try stack(pilot).viewControllers.count == 2)
    #expect(pilot.screen.contains("deep"))
  }

  @Test func existingScreensAreNotMadeAgain() throws {
    var made: [Form] = []
    let pilot = try pilot {
      made.append(Form(nil))
      return NavigationController(rootViewController: made[made.count - 1])
    }
    try pilot.type("root")
    try pilot.restartAndRestore()
    #expect(made.count == 2)
    #expect(try stack(pilot).viewControllers.map { $0 === made[1] } == [true])
    #expect(made[1].name == "root")
  }

  @Test func screensRefusedByTheFactoryAreOmitted() throws {
    let pilot = try pilot()
    try stack(pilot).push(Form(store))
    try pilot.settle()
    store.isOpen = false
    try pilot.restartAndRestore()
    #expect(try stack(pilot).viewControllers.count == 1)
    #expect(pilot.screen.contains("all notes"))
  }

  @Test func explicitIdentifierOfAScreenIsKept() throws {
    let pilot = try pilot()
    let form = Form(store)
    form.restorationIdentifier = "mine"
    try stack(pilot).push(form)
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(try stack(pilot).topViewController?.restorationIdentifier == "mine")
  }

  /// Contract 2.2 holds for an app that registers no factories.
  @Test func withoutFactoriesNothingIsNamedUnasked() throws {
    let pilot = try Pilot.showing { NavigationController(rootViewController: Worded("word")) }
    pilot.root(NavigationController.self)?.push(Worded("other"))
    try pilot.settle()
    #expect(pilot.root(NavigationController.self)?.restorationIdentifier == nil)
    try pilot.restartAndRestore()
    #expect(pilot.root(NavigationController.self)?.viewControllers.count == 1)
  }

  @Test func explanationReportsPreservation() throws {
    let pilot = try pilot()
    try stack(pilot).push(Form(store))
    try pilot.settle()
    let form = pilot.application.explainPreservation().first { $0.typeName == "Form" }
    #expect(form?.verdict == .preserved)
  }
}
