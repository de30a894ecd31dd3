import Foundation

/// An app: its name, what it restores, and its first screen; with `@main`, a program.
///
/// ```swift
/// @main struct Hello: RepriseApp {
///   let name = "hello"
///   func register(in registry: inout RestorationRegistry) {
///     registry.restore(Greeting.self, as: "greeting") { _ in Greeting() }
///   }
///   func rootViewController(_ application: Application) -> ViewController { Greeting() }
/// }
/// ```
///
/// ``main()`` does everything around that: private directories after the XDG rules, the key, the
/// session and its lock, the system's limits, a guardian that gives the terminal back however the app
/// ends and starts it again after a crash, `Ctrl-Z`, the watchdog, the log, and the exit status.
///
/// An app with a command line has a `main` of its own, which reads that and then calls
/// `run(_:)`.
public protocol RepriseApp {
  /// Makes the app; nothing is open yet.
  init()

  /// What its files, its messages and its processes are called: letters, digits, `-`, `_` and `.`.
  var name: String { get }

  /// The version, which is saved with the state; empty unless given.
  var version: String { get }

  /// Begins what takes long before the state is opened, on a thread of its own say; for
  /// ``environment(_:)`` to wait for. Nothing unless given.
  func prepare(_ launch: Launch) throws

  /// Offers the types that may come back, each under a key that never changes. None unless given.
  func register(in registry: inout RestorationRegistry)

  /// Makes what the factories of screens need, once, before the first screen. Nothing unless given.
  func environment(_ launch: Launch) throws -> Environment

  /// The storyboard that scenes come from. None unless given.
  func storyboard(
    registry: RestorationRegistry, environment: Environment
  ) throws -> Storyboard?

  /// Makes the app's own object, which hears of its life. Unless given, one that has everything kept.
  ///
  /// One of your own conforms to ``RestoringDelegate``, or answers itself whether state is kept.
  func makeDelegate(_ launch: Launch, environment: Environment) throws -> any ApplicationDelegate

  /// Makes the screen that the app begins with; what was saved comes back over it.
  func rootViewController(_ application: Application) -> ViewController

  /// Connects the app, which is not launched yet, with things of its own. Nothing unless given.
  func connect(_ application: Application, _ launch: Launch)

  /// The line for the person when the state was discarded because the app was forced to quit.
  var discardNotice: String { get }

  /// Says why the app cannot start and ends the program. Unless given, in one line, with the status of
  /// ``CommandFailure``.
  func fail(_ error: any Error) -> Never
}

extension RepriseApp {
  /// Empty.
  public var version: String { "" }

  /// Begins nothing.
  public func prepare(_ launch: Launch) throws {}

  /// Offers none.
  public func register(in registry: inout RestorationRegistry) {}

  /// Empty.
  public func environment(_ launch: Launch) throws -> Environment { Environment() }

  /// None.
  public func storyboard(
    registry: RestorationRegistry, environment: Environment
  ) throws -> Storyboard? { nil }

  /// One that has everything kept and come back.
  public func makeDelegate(
    _ launch: Launch, environment: Environment
  ) throws -> any ApplicationDelegate { KeepingDelegate() }

  /// Connects nothing.
  public func connect(_ application: Application, _ launch: Launch) {}

  /// Says that it is discarded.
  public var discardNotice: String { "the saved screen is discarded" }

  /// Says why in one line.
  public func fail(_ error: any Error) -> Never {
    let failure = CommandFailure(describing: error)
    StandardError.say("\(name): \(failure.message)")
    exit(failure.status.rawValue)
  }
}

/// A delegate that has everything kept and come back: both questions are answered already.
///
/// Where an app has to look at saved state before it takes it, it answers them itself.
public protocol RestoringDelegate: ApplicationDelegate {}

extension RestoringDelegate {
  /// Saves.
  public func application(
    _ application: Application, shouldSaveApplicationState coder: Coder
  ) -> Bool { true }

  /// Restores.
  public func application(
    _ application: Application, shouldRestoreApplicationState coder: Coder
  ) -> Bool { true }
}

/// The delegate of an app that has none of its own.
final class KeepingDelegate: RestoringDelegate {}
