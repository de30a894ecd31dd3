import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// Restoration that continues after the launch (contract 6.10, 6.11).
@Suite struct ExtendedRestorationTests {
  /// Extends restoring in the way of a test.
  private final class Delegate: ApplicationDelegate {
    let extend: (Application) -> Void
    let label = Label("waiting")

    init(extend: @escaping (Application) -> Void) {
      self.extend = extend
    }

    func applicationWillFinishLaunching(_ application: Application) {
      let screen = ViewController()
      screen.restorationIdentifier = "screen"
      label.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      screen.view.addSubview(label)
      application.window.rootViewController = screen
    }

    func applicationDidFinishLaunching(_ application: Application) {
      extend(application)
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

  /// A session in a directory of its own, launched once so that there is something to restore.
  private final class Sessions {
    let directory = NSTemporaryDirectory() + "extended-\(UUID().uuidString)"
    let terminal = HeadlessTerminal(size: Size(width: 50, height: 12))
    private(set) var delegate: Delegate?

    init() throws {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try launch { _ in }.terminate()
    }

    deinit {
      try? FileManager.default.removeItem(atPath: directory)
    }

    func launch(extend: @escaping (Application) -> Void) throws -> Application {
      let session = try StateHome(path: directory).openSession(named: "main")
      let keys = try LoginKeyProvider(file: directory + "/key")
      let delegate = Delegate(extend: extend)
      self.delegate = delegate
      let application = Application(
        delegate: delegate, device: terminal, store: StateStore(session: session, keys: keys))
      try application.launch()
      return application
    }

    /// Whether any death now would count against the saved state, as one while restoring.
    var isGuarded: Bool {
      let marker = FileManager.default.contents(atPath: directory + "/sessions/main/launching")
      return marker.map { $0.count > 8 && [1, 3, 4].contains($0[8]) } ?? false
    }
  }

  @Test func withoutAnExtensionTheGuardEndsWithTheFirstFrame() throws {
    let sessions = try Sessions()
    var guarded: [Bool] = []
    let application = try sessions.launch { [unowned sessions] _ in
      guarded.append(sessions.isGuarded)
    }
    #expect(guarded == [true])
    #expect(!sessions.isGuarded)
    #expect(application.restorationReport.didRestore)
  }

  @Test func guardStaysUntilEveryExtensionIsCompleted() throws {
    let sessions = try Sessions()
    let application = try sessions.launch { application in
      application.extendStateRestoration()
      application.extendStateRestoration()
    }
    #expect(sessions.isGuarded)
    application.completeStateRestoration()
    #expect(sessions.isGuarded)
    application.completeStateRestoration()
    #expect(!sessions.isGuarded)
    #expect(application.restorationReport.remarks == [])
  }

  @Test func completingBeforeTheFirstFrameLeavesTheGuardToIt() throws {
    let sessions = try Sessions()
    var guarded: [Bool] = []
    _ = try sessions.launch { [unowned sessions] application in
      application.extendStateRestoration()
      application.completeStateRestoration()
      guarded.append(sessions.isGuarded)
    }
    #expect(guarded == [true])
    #expect(!sessions.isGuarded)
  }

  @Test func aDeathWhileExtendedCountsAgainstTheState() throws {
    let sessions = try Sessions()
    // The extension is never completed and the app is dropped: its death is not recorded, so it takes two.
    for _ in 0..<2 { _ = try sessions.launch { $0.extendStateRestoration() } }
    let application = try sessions.launch { _ in }
    let entries = application.restorationReport.entries
    let left = entries.first { $0.path == ["screen"] }
    #expect(left?.outcome == .skipped("the last launch died while restoring it"))
  }

  @Test func leavingInAnOrderlyWayDoesNot() throws {
    let sessions = try Sessions()
    try sessions.launch { $0.extendStateRestoration() }.terminate()
    let application = try sessions.launch { _ in }
    #expect(application.restorationReport.didRestore)
  }

  @Test func misplacedCallsAreReported() throws {
    let sessions = try Sessions()
    let application = try sessions.launch { _ in }
    application.completeStateRestoration()
    application.extendStateRestoration()
    #expect(
      application.restorationReport.remarks == [
        "restoration was completed more often than it was extended",
        "restoration was extended after it had ended: call it during the launch",
      ])
    #expect(!sessions.isGuarded)
  }

  @Test func lateAsynchronousWorkIsShownAndReportedOnce() async throws {
    let sessions = try Sessions()
    let application = try sessions.launch { _ in }
    let label = sessions.delegate?.label
    await application.extendStateRestoration { label?.text = "arrived" }.value
    #expect(sessions.terminal.frames.last?.plainText().contains("arrived") == true)
    #expect(
      application.restorationReport.remarks == [
        "restoration was extended after it had ended: call it during the launch"
      ])
  }

  @Test func asynchronousWorkIsShownStoredAndCompletesByItself() async throws {
    let sessions = try Sessions()
    var work: Task<Void, Never>?
    let application = try sessions.launch { [unowned sessions] application in
      let label = sessions.delegate?.label
      work = application.extendStateRestoration {
        await Task.yield()
        label?.text = "arrived"
      }
    }
    #expect(sessions.isGuarded)
    #expect(sessions.terminal.frames.last?.plainText().contains("waiting") == true)
    await work?.value
    #expect(!sessions.isGuarded)
    #expect(sessions.terminal.frames.last?.plainText().contains("arrived") == true)
    #expect(application.restorationReport.remarks == [])
  }
}
