import Foundation
import Preservation
import Reprise
import RepriseTesting

/// Scripts the app of a test and records its calls; the same object serves all launches.
final class Plan {
  /// Every call, in order.
  var diary: [String] = []

  /// The answers to `shouldSave` and `shouldRestore`.
  var saves = true
  var restores: (Coder) -> Bool = { _ in true }

  /// Whether a shell can stop and continue the app.
  var canStop = true

  /// The delegate's work before and after restoring.
  var build: (Application) -> Void = { _ in }
  var finish: (Application) -> Void = { _ in }

  /// The delegate's encoding in `shouldSave` and `willEncode`, and its decoding in `didDecode`.
  var writeWhenAsked: (Coder) -> Void = { _ in }
  var write: (Coder) -> Void = { _ in }
  var read: (Coder) -> Void = { _ in }

  /// The delegate's handling of activities and discarded sessions.
  var activity: (Application) -> UserActivity? = { _ in nil }
  var restoreInteraction: (Application, UserActivity) -> Void = { _, _ in }
  var didDiscard: ([String]) -> Void = { _ in }

  /// The delegate's work when the app enters the background.
  var enterBackground: () -> Void = {}

  /// The delegate's work to store typed text.
  var commitDrafts: (_ redo: Data?) -> Void = { _ in }

  /// The delegate's work to flush its data to disk.
  var flushData: () -> Void = {}

  /// The factories: ``Maker``, the delegate, and ``ObjectMaker``.
  var makeByClass: ([String], Coder) -> ViewController? = { _, _ in nil }
  var makeByDelegate: ([String], Coder) -> ViewController? = { _, _ in nil }
  var makeObject: ([String], Coder) -> (any StateRestoring)? = { _, _ in nil }

  /// The app's configuration.
  var registry = RestorationRegistry()
  var storyboard: Storyboard?
  var version = "1"

  /// The records that were saved at the time of the last launch.
  private(set) var saved: [ObjectRecord] = []

  /// The app of the last launch.
  private(set) weak var application: Application?

  init(build: @escaping (Plan, Application) -> Void = { _, _ in }) {
    registry.register(Screen.self, as: "screen") { environment in
      environment[Plan.self].map { Screen("scene", $0) }
    }
    registry.register(restorationClass: Maker.self, as: "maker")
    registry.register(objectRestorationClass: ObjectMaker.self, as: "object maker")
    registry.register(Parcel.self, as: "parcel")
    registry.register(Tile.self, as: "tile")
    self.build = { [unowned self] in build(self, $0) }
  }

  var environment: Environment {
    var environment = Environment()
    environment[Plan.self] = self
    return environment
  }

  func makeApplication(device: any TerminalDevice, store: StateStore) -> Application {
    saved = store.records
    let application = Application(
      delegate: PlannedDelegate(plan: self), device: device, store: store, registry: registry,
      environment: environment, mainStoryboard: storyboard, version: version)
    self.application = application
    return application
  }
}

/// A restoration class that asks the plan.
enum Maker: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    let plan = coder.environment[Plan.self]
    plan?.diary.append("class asked for \(path.joined(separator: "/"))")
    return plan?.makeByClass(path, coder)
  }
}

/// A restoration class of registered objects that asks the plan.
enum ObjectMaker: ObjectRestoration {
  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? {
    coder.environment[Plan.self]?.makeObject(path, coder)
  }
}
