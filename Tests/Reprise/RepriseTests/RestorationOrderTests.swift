import Reprise
import RepriseTesting
import Terminal
import Testing

/// When the app is told what: contract 1.3, 1.4, 1.6 and 1.7.
@Suite struct RestorationOrderTests {
  /// Writes down what it hears.
  private final class Recorder: ApplicationDelegate {
    var calls: [String] = []
    var saves = true
    var restores = true
    let screen: RecordingViewController

    init() {
      screen = RecordingViewController()
      screen.record = { [weak self] in self?.calls.append("screen \($0)") }
    }

    func applicationWillFinishLaunching(_ application: Application) {
      calls.append("willFinishLaunching \(application.state)")
      application.window.rootViewController = screen
    }

    func applicationDidFinishLaunching(_ application: Application) {
      calls.append("didFinishLaunching \(application.state)")
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      calls.append("shouldSave")
      coder.encode("from shouldSave", forKey: "note")
      return saves
    }

    func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
      // The pilot asks again after each turn, to see whether a mark was forgotten.
      if calls.last == "shouldSave" { calls.append("willEncode") }
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    )
      -> Bool
    {
      calls.append("shouldRestore \(coder.decodeString(forKey: "note") ?? "nothing")")
      return restores
    }

    func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
      calls.append("didDecode")
    }

    func applicationDidBecomeActive(_ application: Application) {
      calls.append("didBecomeActive \(application.state)")
    }

    func applicationWillResignActive(_ application: Application) {
      calls.append("willResignActive \(application.state)")
    }

    func applicationDidEnterBackground(_ application: Application) {
      calls.append("didEnterBackground \(application.state)")
    }

    func applicationWillEnterForeground(_ application: Application) {
      calls.append("willEnterForeground \(application.state)")
    }

    func applicationWillTerminate(_ application: Application) {
      calls.append("willTerminate")
    }
  }

  private final class RecordingViewController: ViewController {
    var record: (String) -> Void = { _ in }

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }

    override func viewDidLoad() { record("viewDidLoad") }
    override func viewWillAppear() { record("viewWillAppear") }
    override func viewDidAppear() { record("viewDidAppear") }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      record("decode")
    }

    override func applicationFinishedRestoringState() { record("finishedRestoring") }
  }

  private final class Launches {
    var delegates: [Recorder] = []
    var prepare: (Recorder) -> Void = { _ in }

    func start() throws -> Pilot {
      try Pilot { [self] device, store in
        let delegate = Recorder()
        prepare(delegate)
        delegates.append(delegate)
        return Application(delegate: delegate, device: device, store: store)
      }
    }
  }

  private static let arrival = [
    "screen viewWillAppear", "screen viewDidAppear", "shouldSave", "willEncode",
    "didBecomeActive active",
  ]

  @Test func aFreshLaunchAsksNothingAboutRestoring() throws {
    let launches = Launches()
    _ = try launches.start()
    #expect(
      launches.delegates[0].calls == [
        "willFinishLaunching inactive", "didFinishLaunching inactive", "screen viewDidLoad",
      ] + Self.arrival)
  }

  @Test func aRestoringLaunchDecodesBetweenWillAndDidFinish() throws {
    let launches = Launches()
    let pilot = try launches.start()
    try pilot.restartAndRestore()
    #expect(
      launches.delegates[1].calls == [
        "willFinishLaunching inactive", "shouldRestore from shouldSave", "screen viewDidLoad",
        "screen decode", "didDecode", "screen finishedRestoring", "didFinishLaunching inactive",
      ] + Self.arrival)
  }

  @Test func aRefusedRestoreDecodesNothing() throws {
    let launches = Launches()
    let pilot = try launches.start()
    launches.prepare = { $0.restores = false }
    try pilot.restartAndRestore()
    #expect(!launches.delegates[1].calls.contains("screen decode"))
    #expect(!launches.delegates[1].calls.contains("didDecode"))
  }

  @Test func withoutSavingThereIsNothingToRestore() throws {
    let launches = Launches()
    launches.prepare = { $0.saves = false }
    let pilot = try launches.start()
    try pilot.restartAndRestore()
    #expect(!launches.delegates[1].calls.contains { $0.hasPrefix("shouldRestore") })
  }

  @Test func suspendingStoresAfterTheDelegateAndComingBackDecodesNothing() throws {
    let launches = Launches()
    let pilot = try launches.start()
    let delegate = launches.delegates[0]
    delegate.calls = []
    pilot.application.stopProcess = { true }
    try pilot.send(.signal(.suspend))
    #expect(
      delegate.calls == [
        "willResignActive active", "didEnterBackground background", "shouldSave", "willEncode",
      ])
    delegate.calls = []
    try pilot.send(.signal(.resume))
    #expect(delegate.calls == ["willEnterForeground background", "didBecomeActive active"])
  }

  @Test func losingTheFocusMakesInactiveAndNoMore() throws {
    let launches = Launches()
    let pilot = try launches.start()
    let delegate = launches.delegates[0]
    delegate.calls = []
    try pilot.send(.focus(false))
    try pilot.send(.focus(false))
    try pilot.send(.focus(true))
    #expect(delegate.calls == ["willResignActive active", "didBecomeActive active"])
  }

  @Test(arguments: [
    (SystemSignal.terminate, Int32(143)), (.hangup, 129), (.interrupt, 130),
  ])
  func aSignalEndsTheAppWithEverythingStored(signal: SystemSignal, status: Int32) throws {
    let launches = Launches()
    let pilot = try launches.start()
    launches.delegates[0].calls = []
    try pilot.send(.signal(signal))
    #expect(pilot.application.termination?.exitStatus == status)
    #expect(launches.delegates[0].calls.last == "willTerminate")
    try pilot.restartAndRestore()
    #expect(launches.delegates[1].calls.contains("screen decode"))
  }
}
