import Dispatch
import Foundation
import Logging
import Terminal

/// A running app: its window, its terminal, and what happens between them.
///
/// There is no shared instance. Whatever needs the application gets it handed, so several can run
/// side by side in tests (design 1).
public final class Application: StateRestoring {
  /// The app's own object.
  public let delegate: any ApplicationDelegate

  /// The one window.
  public let window: Window

  /// What the app may do now.
  public internal(set) var state = ApplicationState.inactive

  /// Why the app was launched.
  public internal(set) var launchOptions = LaunchOptions()

  /// The storyboard whose first scene fills the window at launch, if there is one.
  public let mainStoryboard: Storyboard?

  /// Makes the screen that fills the window at launch, before the delegate is asked.
  var makeRootViewController: ((Application) -> ViewController)?

  /// What became of the saved state at this launch.
  public internal(set) var restorationReport = RestorationReport()

  /// Where the report of each launch is written to, and what is remarked later.
  ///
  /// Unless the app gives a logger, warnings are shown when the terminal has been given back.
  public var logger = Logger(label: "reprise") { _ in KeptLog() }

  /// How the app left, once it has.
  public private(set) var termination: Termination?

  /// Called when the app has left: everything is stored and the terminal is given back.
  public var didTerminate: (Termination) -> Void = { _ in }

  /// The files that are looked at for changes around the app, none unless it says so; to be said
  /// before the launch.
  public var systemFiles = SystemFiles()

  /// Stops the process until it is continued; says `false` at once where nobody could continue it.
  public var stopProcess: () -> Bool = { false } {
    didSet { wiring.stopsProcess = true }
  }

  /// Has the shell take the app for stopped while it goes on by itself, for the time of its
  /// background tasks; says `false` at once where nobody could continue it.
  public var stopJob: () -> Bool = { false }

  /// Ends the app when it takes too long to start, to stop or to leave; none unless it is given.
  public var watchdog = Watchdog() {
    didSet { wiring.hasWatchdog = true }
  }

  /// What of the system around it the app was connected with.
  var wiring = Wiring()

  /// How long background tasks may go on after the app was suspended.
  package var backgroundPeriod = Duration.seconds(30)

  var backgroundTasks = BackgroundTasks()

  /// What work beside the interface has to say.
  lazy var backgroundEvents = BackgroundEvents { [weak self] in
    DispatchQueue.main.async { self?.deliverBackgroundEvents() }
  }

  /// How long restoring goes on.
  var restorationExtension = RestorationExtension()

  /// How long an app has to work on what it restored to count as healthy.
  package var healthyPeriod = Duration.seconds(5)

  var probation: LaunchProbation?

  /// The picture of the screen to be left behind, and the one that was found.
  var snapshots = SnapshotKeeping()

  /// Who hears of transitions besides the delegate.
  var observers: [TransitionObserver] = []

  /// Who hears of changes around the app besides the delegate.
  var changeObservers: [ChangeObserver] = []

  package var systemWatch = SystemWatch()
  var fileMonitor: FileMonitor?
  var memoryMonitor: MemoryMonitor?
  var midnightTimer: (any DispatchSourceTimer)?
  var didChangeData = false

  /// When something that went wrong is tried again.
  var retryPacing = RetryPacing()

  /// Whether this turn tried already to open state that could not be opened before.
  var didTryToRecover = false

  /// Calls something some time from now; tests put a clock of their own in its place.
  package var callLater: (_ delay: Duration, _ body: @escaping @MainActor () -> Void) -> Void = {
    DelayedCall.dispatch(after: $0, $1)
  }

  /// How many tasks of ``perform(_:)`` have not ended.
  package internal(set) var tasksUnderWay = 0

  /// How many tasks wait in ``sleep(for:)``.
  package internal(set) var sleepers = 0

  /// Calls something as soon as the main thread is free.
  package var callSoon: (_ body: @escaping @MainActor () -> Void) -> Void = {
    DispatchQueue.main.async(execute: $0)
  }

  /// Which turns are under way or asked for.
  var turnSchedule = TurnSchedule()

  /// The keys that a person gave to actions, by ``Action/id``; none takes all keys from an action.
  ///
  /// They hold on every screen that offers such an action, for its hints and its help, too. What is
  /// written wrongly is reported and binds nothing.
  public var keyOverrides: [String: [KeyBinding]] = [:] {
    didSet { keyOverridesDidChange() }
  }

  /// The theme that the app chose itself.
  var chosenTheme: Theme? {
    didSet { if chosenTheme != oldValue { window.setNeedsDisplay() } }
  }

  let device: any TerminalDevice
  let store: StateStore
  package let preserver: Preserver
  package internal(set) var isPreserving = false

  /// What the delegate wrote when it was last asked.
  var delegateState = DelegateState()
  let version: String
  private let systemVersion = Application.nameOfSystem()

  /// Makes an app that is not launched yet.
  ///
  /// - Parameters:
  ///   - delegate: The app's own object; kept alive.
  ///   - device: The terminal.
  ///   - store: Where state is kept.
  ///   - registry: The types that may come back.
  ///   - environment: What restoration classes need.
  ///   - mainStoryboard: The storyboard to start from; restoring finds its scenes, too.
  ///   - version: The version of the app, saved with the state.
  public init(
    delegate: any ApplicationDelegate, device: any TerminalDevice, store: StateStore,
    registry: RestorationRegistry = RestorationRegistry(),
    environment: Environment = Environment(), mainStoryboard: Storyboard? = nil,
    version: String = ""
  ) {
    self.delegate = delegate
    self.device = device
    self.store = store
    self.version = version
    self.mainStoryboard = mainStoryboard
    var registry = registry
    if let mainStoryboard { registry.register(mainStoryboard) }
    window = Window(size: device.size)
    preserver = Preserver(registry: registry, environment: environment)
    preserver.setRoot(self)
    window.app = self
    preserver.remark = { [weak self] in self?.remark($0) }
    preserver.didMark = { [weak self] in self?.setNeedsTurn() }
    attachDelegateProperties()
  }

  /// What is saved about this program with the state (contract 4.5).
  var archiveInfo: ArchiveInfo {
    ArchiveInfo(
      bundleVersion: version, systemVersion: systemVersion, timestamp: Date().timeIntervalSince1970)
  }

  private static func nameOfSystem() -> String {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }

  /// Says that this event stored data of the app's own.
  ///
  /// The state is then stored right after the event, although more events wait in the same turn, so
  /// that data is never ahead of the state by more than what one event did.
  public func noteDataChange() {
    didChangeData = true
  }

  /// Draws the whole screen anew, as after something else wrote on the terminal.
  public func redraw() {
    device.redraw()
  }

  /// Leaves: stores everything, gives the terminal back, and says so to ``didTerminate``.
  public func terminate(_ reason: Termination = .quit) {
    guard termination == nil else { return }
    termination = reason
    leave(because: reason)
  }

  // MARK: - State of the application itself

  /// The key of the storyboard in the coder of a controller that was made from one.
  ///
  /// `coder.decodeObject(forKey:)` returns the ``Storyboard`` (contract 4.6). The kit writes it.
  public static let stateRestorationViewControllerStoryboardKey = ViewController.StateKey.storyboard

  /// Saves the window and what the delegate wrote when it was last asked.
  public func encodeRestorableState(with coder: Coder) {
    coder.encodeKitState { coder.encode(object: window, forKey: "reprise.window") }
    for entry in delegateState.values { coder.encode(value: entry.value, forKey: entry.key) }
  }
}
