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
///   func root(_ application: Application) -> ViewController { Greeting() }
/// }
/// ```
///
/// An app with data, a delegate or a storyboard of its own makes a ``Scene`` of them in
/// ``makeScene(_:)``, for the terminal, tests and pictures alike.
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

  /// Registers the types that may come back, each under a key that never changes; none by default.
  func register(in registry: inout RestorationRegistry)

  /// Makes everything that one launch needs, from top to bottom; by default only ``root(_:)``.
  ///
  /// Begin slow work first, then read ``Launch/sessionName``, which opens the saved state, then wait
  /// for the work:
  ///
  /// ```swift
  /// func makeScene(_ launch: Launch) throws -> Scene {
  ///   let store = try NoteStore(directory: launch.directories.makeData())
  ///   return Scene(environment: Environment(holding: store), root: root)
  /// }
  /// ```
  ///
  /// - Throws: The reason why the app can't start; ``fail(_:)`` reports it.
  func makeScene(_ launch: Launch) throws -> Scene

  /// Makes the first screen; saved state is restored over it.
  func root(_ application: Application) -> ViewController

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

  /// Registers none.
  public func register(in registry: inout RestorationRegistry) {}

  /// A scene of ``root(_:)`` alone.
  public func makeScene(_ launch: Launch) throws -> Scene { Scene(root: root) }

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
