import Foundation
import Preservation
import Reprise
import RepriseTesting

/// What the app of a test does, and what it was told; the same object through all its launches.
final class Plan {
  /// Everything that was called, in order.
  var diary: [String] = []

  /// The answers to `shouldSave` and `shouldRestore`.
  var saves = true
  var restores: (Coder) -> Bool = { _ in true }

  /// Whether there is a shell that stops and continues the app.
  var canStop = true

  /// What the delegate does before and after restoring.
  var build: (Application) -> Void = { _ in }
  var finish: (Application) -> Void = { _ in }

  /// What the delegate writes in `shouldSave` and `willEncode`, and reads in `didDecode`.
  var writeWhenAsked: (Coder) -> Void = { _ in }
  var write: (Coder) -> Void = { _ in }
  var read: (Coder) -> Void = { _ in }

  /// What the person does, how that is gone on with, and what the delegate hears of discarded sessions.
  var activity: (Application) -> UserActivity? = { _ in nil }
  var restoreInteraction: (Application, UserActivity) -> Void = { _, _ in }
  var didDiscard: ([String]) -> Void = { _ in }

  /// What the delegate does when the app enters the background.
  var enterBackground: () -> Void = {}

  /// What the delegate does to store what was typed.
  var commitDrafts: (_ redo: Data?) -> Void = { _ in }

  /// What the delegate does to make its data power-safe.
  var flushData: () -> Void = {}

  /// What makes objects: ``Maker``, the delegate, and ``ObjectMaker``.
  var makeByClass: ([String], Coder) -> ViewController? = { _, _ in nil }
  var makeByDelegate: ([String], Coder) -> ViewController? = { _, _ in nil }
  var makeObject: ([String], Coder) -> (any StateRestoring)? = { _, _ in nil }

  /// What the app is made with.
  var registry = RestorationRegistry()
  var storyboard: Storyboard?
  var version = "1"

  /// What was saved when the app was last launched.
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
