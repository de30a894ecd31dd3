import Preservation
import RepriseTesting
import Testing

@testable import Reprise

/// Which object a launch that dies is put down to.
@Suite struct CrashLoopMarkTests {
  /// A navigation stack whose second screen has its own notebook, and what the guard recorded.
  private final class Delegate: ApplicationDelegate {
    let top = DeskViewController(identifier: "top")

    /// What was being restored after the factory requested a notebook, and when all was restored.
    var markInFactory: NodeID?
    var markAtTheEnd: NodeID?

    func applicationWillFinishLaunching(_ application: Application) {
      let stack = NavigationController(rootViewController: DeskViewController(identifier: "base"))
      stack.restorationIdentifier = "stack"
      application.window.rootViewController = stack
    }

    func applicationDidFinishLaunching(_ application: Application) {
      markAtTheEnd = application.preserver.restoringNode
    }

    func application(
      _ application: Application, viewControllerWithRestorationIdentifierPath path: [String],
      coder: Coder
    ) -> ViewController? {
      guard path.last == "top" else { return nil }
      #expect(coder.decodeObject(forKey: "notebook") is BoundNotebook)
      markInFactory = application.preserver.restoringNode
      return top
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool {
      true
    }
  }

  private func restarted() throws -> (pilot: Pilot, delegate: Delegate) {
    var registry = RestorationRegistry()
    registry.register(BoundNotebook.self, as: "notebook")
    registry.register(DeskViewController.self, as: "desk")
    var delegate = Delegate()
    let pilot = try Pilot(size: Size(width: 50, height: 12)) { device, store in
      delegate = Delegate()
      return Application(delegate: delegate, device: device, store: store, registry: registry)
    }
    let notebook = BoundNotebook()
    pilot.application.registerObject(
      forStateRestoration: notebook, restorationIdentifier: "notebook")
    delegate.top.notebook = notebook
    let stack = try #require(
      pilot.application.window.rootViewController as? NavigationController)
    stack.push(delegate.top)
    try pilot.press(KeyPress(.function(12)))
    try pilot.restartAndRestore()
    return (pilot, delegate)
  }

  @Test func screenContinuesRestoringAfterItsDependency() throws {
    let (pilot, delegate) = try restarted()
    let node = try #require(pilot.application.preserver.adoptedNode(of: delegate.top))
    #expect(delegate.markInFactory == node)
  }

  @Test func noObjectIsNotedAfterRestoration() throws {
    let (pilot, delegate) = try restarted()
    #expect(pilot.application.restorationReport.didRestore)
    #expect(delegate.markAtTheEnd == nil)
  }

  // MARK: - Migrations

  private let saved = [
    ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "", typeKey: "app"),
    ObjectRecord(
      node: NodeID(rawValue: 10), kind: .controller, parent: .application, identifier: "left",
      typeKey: "screen"),
    ObjectRecord(
      node: NodeID(rawValue: 11), kind: .view, parent: NodeID(rawValue: 10), identifier: "view",
      typeKey: "view"),
    ObjectRecord(
      node: NodeID(rawValue: 20), kind: .controller, parent: .application, identifier: "right",
      typeKey: "screen"),
  ]

  /// Migrates the saved state; returns what the guard recorded, with a dot for each step.
  private func migrated(without leftOut: NodeID?) -> (SavedObjects, heard: [String]) {
    var heard: [String] = []
    var history = RestorationHistory()
    for type in ["screen", "view"] {
      history.schemas[type] = 2
      history.migrations[type] = [1: { _ in heard.append(".") }]
    }
    let updated = SavedObjects(saved, by: history, without: leftOut) { node in
      heard.append(node.map { "\($0.rawValue)" } ?? "nothing")
    }
    return (updated, heard)
  }

  @Test func beforeEachMigrationTheScreenIsNoted() {
    let (_, heard) = migrated(without: nil)
    #expect(heard == ["nothing", "10", ".", "10", ".", "20", ".", "nothing"])
  }

  @Test func omittedScreenAndViewsAreNotMigrated() {
    let (updated, heard) = migrated(without: NodeID(rawValue: 10))
    #expect(heard == ["nothing", "20", ".", "nothing"])
    #expect(updated.all.map(\.record.schema).sorted() == [1, 1, 1, 2])
    #expect(updated.all.allSatisfy { $0.unknown == nil })
  }
}
