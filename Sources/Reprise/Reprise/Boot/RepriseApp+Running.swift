import Guardian
import Foundation
import Preservation
import Terminal

extension RepriseApp {
  /// Starts the program: opens the app as it was left, and ends with it.
  public static func main() { Self().run() }

  /// Makes the app and runs it; see `run(_:)`.
  ///
  /// - Parameter request: What the command line asks for.
  public static func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    Self().run(request)
  }

  /// Runs the app, and ends the program when the person leaves it.
  ///
  /// Call it on the main thread before there are others: with a guardian the program starts once more
  /// here, in a child process.
  ///
  /// - Parameter request: What the command line asks for.
  public func run(_ request: LaunchRequest = LaunchRequest()) -> Never {
    let variables = ProcessInfo.processInfo.environment
    let isGuarded = Guardian.start(
      program: name, restartsAfterCrash: variables[restartVariable] != "0")
    let boot = Boot(self, request, variables: variables, isGuarded: isGuarded)
    do {
      try SystemLimits.require(files: 40)
      try SystemLimits.require(memory: 32 << 20)
      // One for Dispatch, one that syncs, one for background work.
      try SystemLimits.require(threads: 3)
      try boot.begin()
    } catch {
      fail(error)
    }
    boot.run()
  }

  /// The variable that turns restarts off when it is `0`, such as `NOTES_RESTART`.
  private var restartVariable: String {
    String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      + "_RESTART"
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
    scene.willConnect(application)
    return application
  }
}

extension Application {
  /// The actions of every app, unless its delegate sets other ``Window/globalActions``: `q` and `^Q`
  /// quit, `^L` redraws, `F12` shows what is saved.
  public var standardActions: [Action] {
    let leave = Action("app.quit", "Quit", "q", for: self) { $0.terminate() }
    return [
      leave, leave.also("^Q"),
      Action("app.redraw", "Draw again", "^L", isHinted: false, for: self) { $0.redraw() },
      Action("app.inspect", "What is saved", "F12", isHinted: false, for: self) {
        InspectorViewController.show(in: $0)
      },
    ]
  }
}
