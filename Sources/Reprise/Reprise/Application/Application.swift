import Guardian
import Dispatch
import Foundation
import Logging
import Storage
import Terminal

/// A running app: it owns the window, the terminal and the state.
///
/// There is no shared instance. Pass the application to whatever needs it, so that several can run side
/// by side in tests.
public final class Application: StateRestoring {
  /// The app's own object.
  public let delegate: any ApplicationDelegate

  /// The one window.
  public let window: Window

  /// The state of the life cycle.
  public internal(set) var state = ApplicationState.inactive

  /// Why the app was launched.
  public internal(set) var launchOptions = LaunchOptions()

  /// The storyboard whose initial scene fills the window at launch.
  public let mainStoryboard: Storyboard?

  /// Makes the screen that fills the window at launch, before the delegate is asked.
  var makeRootViewController: ((Application) -> ViewController)?

  /// What became of the saved state at this launch.
  public internal(set) var restorationReport = RestorationReport()

  /// Logs the report of each launch, and later remarks.
  ///
  /// The default logger shows warnings when the terminal has been given back.
  public var logger = Logger(label: "reprise") { _ in KeptLog() }

  /// How the app left; `nil` while it runs.
  public private(set) var termination: Termination?

  /// Called after the app has left, stored everything and given the terminal back.
  public var didTerminate: (Termination) -> Void = { _ in }

  /// The files to watch for changes around the app; set them before the launch.
  public var systemFiles = SystemFiles()

  /// What a lock closes; `nil`: nothing is protected.
  ///
  /// Set it before the launch.
  public var protectedData: (any ProtectedDataSource)? {
    didSet { waitForIdling() }
  }

  /// Whether a lock ends this process, for a new one to ask for the passphrase.
  ///
  /// Then nothing of what was on the screen stays in memory.
  var startsAgainWhenLocked = false

  /// Whether another program that asks for a lock ends this process, also where there is nothing to lock yet: the new one finds
  /// the passphrase that there may be by then.
  var startsAgainWhenAsked = false

  /// How long nothing has to come from the person for protected data to be locked; `nil`: it stays open.
  ///
  /// Time in which the app or the machine sleeps counts.
  public var protectedDataLockDelay: Duration? {
    didSet { if protectedDataLockDelay != oldValue { waitForIdling() } }
  }

  var idling = Idling()

  /// Whether protected data is locked as soon as the person has left the desktop, as far as logind knows.
  ///
  /// Somebody who left while the app was stopped finds it locked, also after coming back.
  public var locksProtectedDataWhenAway = false

  /// Hears of the login's session; `nil` where nothing is protected and nobody observes the person's presence.
  var loginWatch: LoginWatch?

  /// The environment in which to look for the session; `nil` before the launch, and where nobody is to look.
  var loginEnvironment: [String: String]?

  /// How long the machine waits with sleeping for an app that has something to lock.
  package var sleepDelay = Duration.milliseconds(LoginWatch.usualDelay)

  /// The connection that is kept while the app is suspended.
  var connection = KeptConnection()

  /// Whether the terminal has the focus, as far as it says so.
  var hasTerminalFocus = true

  /// Stops the process until it is continued; returns `false` at once if nobody could continue it.
  public var stopProcess: () -> Bool = { false } {
    didSet { wiring.stopsProcess = true }
  }

  /// Has the shell treat the app as stopped while its background tasks run on; returns `false` at once
  /// if nobody could continue it.
  public var stopJob: () -> Bool = { false }

  /// Stops the process until it is continued, or has something to do for its connection; returns `nil` at once if nobody could
  /// continue it.
  public var sleepProcess: (Guardian.Suspension) -> Guardian.Wake? = { _ in nil }

  /// Lets the process go on for a while after its connection woke it.
  public var needTime: (Duration) -> Void = { _ in }

  /// Gives freed memory back to the system.
  var giveMemoryBack: () -> Void = { MemoryMonitor.trim() }

  /// Called around every stop of the process, to let go of what others wait for, as a lock: it has to call its argument once.
  ///
  /// A stopped process that holds the lock of a file keeps everybody out until `fg`.
  public var aroundStop: (_ stop: () -> Void) -> Void = { $0() }

  /// Kills the app if it takes too long to start, to stop or to leave; does nothing by default.
  public var watchdog = Watchdog() {
    didSet { wiring.hasWatchdog = true }
  }

  /// Which services of the system the app was given.
  var wiring = Wiring()

  /// How long background tasks may run after the app was suspended.
  package var backgroundPeriod = Duration.seconds(30)

  var backgroundTasks = BackgroundTasks()

  /// The reports of background work.
  lazy var backgroundEvents = BackgroundEvents { [weak self] in
    DispatchQueue.main.async { self?.deliverBackgroundEvents() }
  }

  /// The work that runs only while the app is active.
  var heldBackWork: [HeldBackWork] = []

  /// The animations.
  var displayLinks: [DisplayLink] = []

  /// Whether restoring goes on after the launch.
  var restorationExtension = RestorationExtension()

  /// How long an app has to work after it restored something to count as healthy.
  package var healthyPeriod = Duration.seconds(5)

  var probation: LaunchProbation?

  /// The picture to leave behind, and the one that was found.
  var snapshots = SnapshotKeeping()

  /// Keeps what is shown behind the question for a passphrase; `nil` where nobody asks.
  var keepOutline: ((ScreenOutline) -> Void)?

  /// The observers of transitions.
  var observers: [TransitionObserver] = []

  /// The observers of changes around the app.
  var changeObservers: [ChangeObserver] = []

  package var systemWatch = SystemWatch()
  var fileMonitor: FileMonitor?
  var accessoryMonitor: AccessoryMonitor?
  var powerMonitor: PowerMonitor?
  var memoryMonitor: MemoryMonitor?
  var midnightTimer: (any DispatchSourceTimer)?
  var didChangeData = false

  /// What waits until the person pauses.
  var pauseCalls = PauseCalls()

  /// The schedule of retries.
  var retryPacing = RetryPacing()

  /// Whether this turn has tried to open state that could not be opened before.
  var didTryToRecover = false

  /// Calls a closure after a delay; tests replace it with their clock.
  package var callLater: (_ delay: Duration, _ body: @escaping @MainActor () -> Void) -> Void = {
    DelayedCall.dispatch(after: $0, $1)
  }

  /// The clock for everything that depends on how fast keys follow each other; tests replace it.
  package var now: () -> ContinuousClock.Instant = { .now }

  /// The number of tasks of ``perform(_:)`` that run.
  package internal(set) var tasksUnderWay = 0

  /// The number of tasks that wait in ``sleep(for:)``.
  package internal(set) var sleepers = 0

  /// Calls a closure as soon as the main thread is free.
  package var callSoon: (_ body: @escaping @MainActor () -> Void) -> Void = {
    DispatchQueue.main.async(execute: $0)
  }

  /// The turns under way, and the one asked for.
  var turnSchedule = TurnSchedule()

  /// The keys that a person gave to actions, by ``Action/id``; an empty list removes all keys.
  ///
  /// They apply to every screen that offers the action, to hints and to help. A key that is written
  /// wrongly is reported and binds nothing.
  public var keyOverrides: [String: [KeyBinding]] = [:] {
    didSet { keyOverridesDidChange() }
  }

  /// The theme that the app has set.
  var chosenTheme: Theme? {
    didSet { if chosenTheme != oldValue { window.setNeedsDisplay() } }
  }

  /// The theme that the person's ``Preferences`` name; `nil` for the one that suits the terminal.
  public var preferredTheme: Theme.Name? {
    didSet { if preferredTheme != oldValue { window.setNeedsDisplay() } }
  }

  /// The size of a window in which the app is at its best; `nil`: any will do.
  ///
  /// The terminal is asked for it after the first frame, if ``mayResizeTerminal``.
  public var preferredWindowSize: Size?

  /// Whether the person allows that the terminal is asked for another size: with `REPRISE_RESIZE=1`, or as the app's own
  /// preferences say.
  public var mayResizeTerminal = false

  let device: any TerminalDevice
  let store: StateStore
  package let preserver: Preserver
  package internal(set) var isPreserving = false

  /// What the delegate wrote when it was last asked.
  var delegateState = DelegateState()

  /// What is kept of what the person does.
  var activityKeeping = ActivityKeeping()

  /// What the person did when the state was stored that this launch found; `nil` before it is restored.
  ///
  /// It is there when the delegate is asked whether to restore the tree of screens.
  public internal(set) var stateRestorationActivity: UserActivity?
  let version: String
  private let systemVersion = Application.nameOfSystem()

  /// Makes an app, to be launched.
  ///
  /// - Parameters:
  ///   - delegate: The app's own object; held strongly.
  ///   - device: The terminal.
  ///   - store: Stores the state.
  ///   - registry: The types that may come back.
  ///   - environment: The app's own things, for restoration classes.
  ///   - mainStoryboard: The storyboard to start from, and for restoring.
  ///   - version: The version of the app, saved with the state.
  public init(
    delegate: any ApplicationDelegate, device: any TerminalDevice, store: StateStore,
    registry: RestorationRegistry, environment: Environment = Environment(),
    mainStoryboard: Storyboard? = nil, version: String = ""
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
    preserver.register(window.notices, restorationIdentifier: "reprise.notices")
    window.notices.setNeedsPreservation = { [weak self] in self?.noticesDidChange() }
    preserver.remark = { [weak self] in self?.remark($0) }
    preserver.didMark = { [weak self] in self?.setNeedsTurn() }
    attachDelegateProperties()
    for problem in registry.problems { remark(problem) }
  }

  /// What the state says about the program that saved it (contract 4.5).
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

  /// Notes that this event stored data of the app.
  ///
  /// The state is then stored right after the event, even if more events wait in the turn. What
  /// earlier events changed was stored before this one. So data is ahead of the state by one event
  /// at most.
  public func noteDataChange() {
    didChangeData = true
  }

  /// Draws the whole screen again, as after another program wrote on the terminal.
  public func redraw() {
    device.redraw()
  }

  /// Leaves: stores everything, gives the terminal back, then calls ``didTerminate``.
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

  /// Writes the window, the activity and what the delegate wrote last.
  public func encodeRestorableState(with coder: Coder) {
    coder.encodeKitState {
      if activityKeeping.keepsTree { coder.encode(object: window, forKey: "reprise.window") }
      activityKeeping.encode(with: coder)
    }
    for entry in delegateState.values { coder.encode(value: entry.value, forKey: entry.key) }
  }
}
