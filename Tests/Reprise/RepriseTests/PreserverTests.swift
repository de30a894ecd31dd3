import RepriseTesting
import Testing

@testable import Reprise

/// What is stored when objects appear, disappear, and reappear (contract 2.1, 2.6).
@Suite struct PreserverTests {
  /// A screen that keeps a word and may refer to another screen.
  private final class Screen: ViewController {
    var word = "" {
      didSet { setNeedsPreservation() }
    }
    var other: ViewController? {
      didSet { setNeedsPreservation() }
    }

    init(_ identifier: String) {
      super.init()
      restorationIdentifier = identifier
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(word, forKey: "word")
      coder.encode(object: other, forKey: "other")
    }
  }

  private final class Delegate: ApplicationDelegate {
    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }

  /// An app with a stack of one screen.
  private func pilot() throws -> (Pilot, NavigationController) {
    let delegate = Delegate()
    let pilot = try Pilot(size: Size(width: 40, height: 10)) { device, store in
      Application(delegate: delegate, device: device, store: store)
    }
    let stack = NavigationController(rootViewController: Screen("base"))
    stack.restorationIdentifier = "stack"
    pilot.application.window.rootViewController = stack
    try pilot.press(.character("."))
    return (pilot, stack)
  }

  private func words(of pilot: Pilot) throws -> [String: Value?] {
    let records = try pilot.application.store.storedRecords().filter { $0.kind == .controller }
    return Dictionary(
      uniqueKeysWithValues: records.map { record in
        (record.identifier, record.values.first { $0.key == "word" }?.value)
      })
  }

  @Test func omittedObjectIsStoredLater() throws {
    let (pilot, stack) = try pilot()
    let (screen, other) = (Screen("screen"), Screen("other"))
    stack.push(screen)
    try pilot.press(.character("."))
    screen.other = other
    stack.popViewController()
    try pilot.press(.character("."))
    #expect(try words(of: pilot).keys.sorted() == ["base", "stack"])
    stack.push(screen)
    try pilot.press(.character("."))
    #expect(try words(of: pilot).keys.sorted() == ["base", "other", "screen", "stack"])
  }

  @Test func movedScreensAreNotReclaimed() throws {
    let (first, stack) = try pilot()
    let base = try #require(stack.topViewController as? Screen)
    let (second, _) = try pilot()
    first.application.window.rootViewController = Screen("rest")
    second.application.window.rootViewController = stack
    try second.press(.character("."))
    try first.press(.character("."))
    base.word = "typed"
    try second.press(.character("."))
    #expect(try words(of: second)["base"] == .string("typed"))
    #expect(try words(of: first).keys.sorted() == ["rest"])
  }
}
