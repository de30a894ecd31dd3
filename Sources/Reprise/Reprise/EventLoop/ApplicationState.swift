import Guardian
import Terminal

/// The state of an app (contract 1.10).
///
/// ```swift
/// func mayBlink(_ application: Application) -> Bool {
///   application.state == ApplicationState.active
/// }
/// ```
public enum ApplicationState: Hashable, Sendable {
  /// In front and getting keys.
  case active
  /// In front without getting keys, or just starting.
  case inactive
  /// Not on the screen.
  case background
}

/// A step in the life of an app (contract 1.10).
///
/// ```swift
/// let stop: ApplicationTransition = .willResignActive
/// application.observe(stop, with: clock) { [weak clock] in clock?.isRunning = false }
/// ```
public enum ApplicationTransition: Hashable, Sendable {
  /// Everything was restored.
  case didFinishLaunching
  /// The app gets keys from now on.
  case didBecomeActive
  /// The app will get no keys for a while.
  case willResignActive
  /// The app left the screen; state is stored after this.
  case didEnterBackground
  /// The app comes back to the screen.
  case willEnterForeground
  /// The app ends.
  case willTerminate
  /// Protected data will be closed; it is still open (contract 8.3.7).
  case protectedDataWillBecomeUnavailable
  /// Protected data is open again.
  case protectedDataDidBecomeAvailable

  /// Calls the delegate's method of this step.
  func tell(_ delegate: any ApplicationDelegate, of app: Application) {
    switch self {
    case .didFinishLaunching: delegate.applicationDidFinishLaunching(app)
    case .didBecomeActive: delegate.applicationDidBecomeActive(app)
    case .willResignActive: delegate.applicationWillResignActive(app)
    case .didEnterBackground: delegate.applicationDidEnterBackground(app)
    case .willEnterForeground: delegate.applicationWillEnterForeground(app)
    case .willTerminate: delegate.applicationWillTerminate(app)
    case .protectedDataWillBecomeUnavailable:
      delegate.applicationProtectedDataWillBecomeUnavailable(app)
    case .protectedDataDidBecomeAvailable:
      delegate.applicationProtectedDataDidBecomeAvailable(app)
    }
  }
}

/// Why an app was launched (contract 8.1.1).
///
/// ```swift
/// func greeting(_ options: LaunchOptions) -> String {
///   options.restarts > 0 ? "Restarted after a crash" : "Welcome back"
/// }
/// ```
nonisolated public struct LaunchOptions: Hashable, Sendable {
  /// The item to show, from the command line; it takes precedence over the restored state.
  public var item: String?

  /// How often the app was restarted after a crash; 0 if a person started it.
  public var restarts: Int

  /// Makes options.
  public init(item: String? = nil, restarts: Int = Guardian.restarts) {
    self.item = item
    self.restarts = restarts
  }
}

/// How an app leaves.
///
/// ```swift
/// func status(of reason: Termination) -> Int32 { reason.exitStatus }
/// ```
public enum Termination: Hashable, Sendable {
  /// The person quit; everything is kept.
  case quit
  /// A signal or the loss of the terminal ended the app; everything is kept.
  case signal(SystemSignal)
  /// The person forced the app to quit; the state is discarded, data is not (contract 7.5).
  case forceQuit
  /// Protected data is locked: everything is kept, and the app restarts to ask for the passphrase.
  case lock

  /// The status that the shell sees.
  public var exitStatus: Int32 {
    switch self {
    case .quit, .lock: 0
    case .signal(let signal): 128 + signal.number
    case .forceQuit: 128 + SystemSignal.quit.number
    }
  }
}
