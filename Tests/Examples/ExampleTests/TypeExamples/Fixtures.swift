import Reprise
import RepriseTesting

/// A screen of some views, one below the other.
final class ExampleScreen: ViewController {
  private let content: () -> [View]

  init(@ViewBuilder content: @escaping () -> [View]) {
    self.content = content
    super.init()
  }

  override func loadView() -> View { Column { content() } }
}

/// The text of some views, one below the other.
@MainActor func drawing(@ViewBuilder _ content: @escaping () -> [View]) throws -> String {
  let preview = Preview("example", size: Size(width: 60, height: 12)) {
    ExampleScreen(content: content)
  }
  return try preview.frame().plainText()
}

@MainActor extension Pilot {
  /// Runs an app of one screen that preserves nothing.
  static func showing(_ screen: @escaping () -> ViewController) throws -> Pilot {
    try Pilot(audits: false, expectedRemarks: [""]) { device, store in
      let application = Application(delegate: ExampleDelegate(screen), device: device, store: store)
      return application
    }
  }
}

/// Shows a screen that is made at every launch.
final class ExampleDelegate: RestorationOnlyDelegate {
  private let screen: () -> ViewController

  init(_ screen: @escaping () -> ViewController) { self.screen = screen }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.rootViewController = screen()
  }
}
