import Foundation
import Guardian
import Preservation
import Terminal

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
public protocol RestorationOnlyDelegate: ApplicationDelegate {}

extension RestorationOnlyDelegate {
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
final class PreservingDelegate: RestorationOnlyDelegate {}

extension RepriseApp {
  /// Starts the program: opens the app as it was left, and ends with it.
  public static func main() { Self().run() }

  /// Makes the app and runs it; see `run(_:)`.
  ///
  /// - Parameter request: The request of the command line.
  public static func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    Self().run(request)
  }

  /// Runs the app, and ends the program when the user quits.
  ///
  /// Call it on the main thread before another one exists: with a guardian, the program starts
  /// again here, in a child process.
  ///
  /// - Parameter request: The request of the command line.
  public func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    let variables = ProcessInfo.processInfo.environment
    let isGuarded = Guardian.start(
      program: name, restartsAfterCrash: variables[restartVariable] != "0")
    let boot = Boot(self, request, variables: variables, isGuarded: isGuarded)
    do {
      try SystemLimits.require(files: 40)
      try SystemLimits.require(memory: 32 << 20)
      // A thread for Dispatch, one for syncing, and one for background work.
      try SystemLimits.require(threads: 3)
      try boot.begin()
    } catch {
      fail(error)
    }
    boot.run()
  }

  /// The variable that turns restarts off when it is `0`, such as `NOTES_RESTART`.
  private var restartVariable: String { variablePrefix + "RESTART" }

  /// The beginning of the names of the app's own variables, such as `NOTES_`.
  private var variablePrefix: String {
    String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) + "_"
  }

  /// Makes the application around a terminal and saved state, to be launched.
  func makeApplication(device: any TerminalDevice, launch: Launch) throws -> Application {
    let scene = try makeScene(launch)
    let application = Application(
      delegate: scene.delegate, device: device, store: try launch.store,
      registry: launch.registry, environment: scene.environment,
      mainStoryboard: scene.storyboard, version: version)
    application.makeRootViewController = scene.root
    application.window.globalActions = application.standardActions
    application.systemFiles = scene.systemFiles
    application.externalEditorDirectory = launch.directories.editedTexts
    application.externalEditorEnvironment = { [variablePrefix] in
      Subprocess.inheritedEnvironment(withoutPrefixes: [variablePrefix])
    }
    scene.eventSources.forEach(application.register)
    scene.willConnect(application)
    return application
  }
}

extension Application {
  /// The actions of every app, unless its delegate sets other ``Window/globalActions``: `?` and `F1` list the keys of
  /// the screen, `:`, `^P` and `F2` all actions, `q` and `^Q` quit, `^L` redraws, `F12` inspects the saved state.
  public var standardActions: [Action] {
    let leave = Action("app.quit", "Quit", "q", for: self) { $0.terminate() }
    return helpActions + [
      leave, leave.also("^Q"),
      Action("app.redraw", "Redraw", "^L", isHinted: false, for: self) { $0.redraw() },
      Action("app.inspect", "Inspect saved state", "F12", isHinted: false, for: self) {
        InspectorViewController.show(in: $0)
      },
    ]
  }

  /// The help of the screen, and the palette of the program; a text leaves only their function keys.
  public var helpActions: [Action] {
    let palette = Action("app.palette", "Commands", ":", "^P", for: self) { Palette.show(in: $0) }
    let help = Action("app.help", "Help", "?", for: self) { HelpViewController.present(in: $0) }
      .essential()
    return [palette, palette.also("F2", isHinted: true), help, help.also("F1", isHinted: true)]
  }
}

extension RepriseApp {
  /// Makes the application without a terminal, with state in memory, for tests and pictures.
  ///
  /// - Parameters:
  ///   - device: Takes the frames.
  ///   - store: Stores the state.
  ///   - home: The directory in place of the person's home; nothing outside of it is touched.
  public func makeApplication(
    device: HeadlessTerminal, store: StateStore, home: String
  ) throws -> Application {
    let launch = try Launch(
      of: self, request: LaunchRequest(), variables: ["HOME": home], isHeadless: true
    ) { _ in store }
    return try makeApplication(device: device, launch: launch)
  }
}
