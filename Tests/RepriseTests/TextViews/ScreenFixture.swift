import Reprise
import RepriseTesting

extension Pilot {
  /// Launches an app that shows one screen and keeps its state.
  convenience init(
    size: Size, restarts: Bool, screen: @escaping @MainActor () -> ViewController
  ) throws {
    try self.init(size: size, restartsAfterEveryEvent: restarts) { device, store in
      Application(
        delegate: ScreenDelegate(makeScreen: screen), device: device, store: store,
        registry: RestorationRegistry(), environment: Environment(), version: "1")
    }
  }
}

private final class ScreenDelegate: ApplicationDelegate {
  private let makeScreen: @MainActor () -> ViewController

  init(makeScreen: @escaping @MainActor () -> ViewController) { self.makeScreen = makeScreen }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.rootViewController = makeScreen()
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    true
  }
}
