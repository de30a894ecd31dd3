import Foundation

/// An app: its name, what it restores, and its first screen.
///
/// With `@main` it is a program.
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
/// ``main()`` does the rest: private directories by the XDG rules, the key, the session and its lock,
/// the system's limits, a guardian that gives the terminal back however the app ends and restarts it
/// after a crash, `Ctrl-Z`, the watchdog, the log, and the exit status.
///
/// An app with a command line has its own `main`, which parses it and calls `run(_:)`.
@MainActor public protocol RepriseApp: SendableMetatype {
  /// Makes the app; nothing is open yet.
  init()

  /// The name of its files, messages and processes: letters, digits, `-`, `_` and `.`.
  var name: String { get }

  /// The version, which is saved with the state; empty by default.
  ///
  /// Screens and values that this version doesn't know stay in the state for a version that does. If this very version
  /// saved them, they are leftovers, and the kit deletes them. Without a version the kit can't tell, and keeps them until
  /// the object that they belong to is gone.
  var version: String { get }

  /// Begins what takes long before the state is opened, for ``environment(_:)`` to wait for; nothing by
  /// default.
  func prepare(_ launch: Launch) throws

  /// Registers the types that may come back, each under a key that never changes; none by default.
  func register(in registry: inout RestorationRegistry)

  /// Makes the app's own things for the factories of screens, before the first screen; none by default.
  func environment(_ launch: Launch) throws -> Environment

  /// The storyboard to start from; none by default.
  func storyboard(
    registry: RestorationRegistry, environment: Environment
  ) throws -> Storyboard?

  /// Makes the delegate; by default one that keeps everything.
  ///
  /// Your own conforms to ``RestoringDelegate``, or decides itself whether state is kept.
  func makeDelegate(_ launch: Launch, environment: Environment) throws -> any ApplicationDelegate

  /// Makes the first screen; saved state is restored over it.
  func rootViewController(_ application: Application) -> ViewController

  /// Connects the app with things of its own before the launch; nothing by default.
  func connect(_ application: Application, _ launch: Launch)

  /// The keys that a passphrase opens; none by default.
  ///
  /// The state of the app is sealed with them. While they are locked the kit asks for the passphrase, before anything
  /// else of the app is read or shown.
  func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)?

  /// Makes the screen that asks for the passphrase; by default one with the app's name.
  func passphraseViewController() -> PassphraseViewController

  /// The line for the person after a forced quit, which discards the state.
  var discardNotice: String { get }

  /// Says why the app cannot start, and ends the program; by default in a line, with the status of
  /// ``CommandFailure``.
  func fail(_ error: any Error) -> Never
}

extension RepriseApp {
  /// Empty.
  public var version: String { "" }

  /// Does nothing.
  public func prepare(_ launch: Launch) throws {}

  /// Registers none.
  public func register(in registry: inout RestorationRegistry) {}

  /// Empty.
  public func environment(_ launch: Launch) throws -> Environment { Environment() }

  /// None.
  public func storyboard(
    registry: RestorationRegistry, environment: Environment
  ) throws -> Storyboard? { nil }

  /// A delegate that keeps and restores everything.
  public func makeDelegate(
    _ launch: Launch, environment: Environment
  ) throws -> any ApplicationDelegate { KeepingDelegate() }

  /// Does nothing.
  public func connect(_ application: Application, _ launch: Launch) {}

  /// None: nothing is protected.
  public func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)? { nil }

  /// A screen with the app's name.
  public func passphraseViewController() -> PassphraseViewController {
    PassphraseViewController(title: "\(name) is locked")
  }

  /// Says that the saved screen is discarded.
  public var discardNotice: String { "the saved screen is discarded" }

  /// Says why in a line.
  public func fail(_ error: any Error) -> Never {
    let failure = CommandFailure(describing: error)
    StandardError.say("\(name): \(failure.message)")
    exit(failure.status.rawValue)
  }
}

/// A delegate that keeps and restores everything.
///
/// An app that has to look at saved state first answers both questions itself.
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

/// The delegate of an app without its own.
final class KeepingDelegate: RestoringDelegate {}
