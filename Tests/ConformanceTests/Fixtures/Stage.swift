import Reprise
import RepriseTesting
import Testing

/// Drives a plan's app with a pilot, which compares state and interface after every turn.
final class Stage {
  let plan: Plan
  let pilot: Pilot

  /// Many rules are about lost state, so remarks fail no test here; tests that expect one read the report.
  init(_ plan: Plan) throws {
    self.plan = plan
    pilot = try Pilot(size: Size(width: 50, height: 12), expectedRemarks: [""]) { device, store in
      plan.makeApplication(device: device, store: store)
    }
  }

  /// An app whose window shows a tab bar with these screens, created at every launch.
  static func tabs(
    _ plan: Plan = Plan(), _ make: @escaping (Plan) -> [ViewController]
  ) throws -> Stage {
    plan.build = { [unowned plan] application in
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = make(plan)
      application.window.rootViewController = tabs
    }
    return try Stage(plan)
  }

  /// An app whose window shows one screen, created at every launch.
  static func root(
    _ plan: Plan = Plan(), _ make: @escaping (Plan) -> ViewController
  ) throws -> Stage {
    plan.build = { [unowned plan] in $0.window.rootViewController = make(plan) }
    return try Stage(plan)
  }

  /// Stores the changes.
  func turn() throws { try pilot.press(KeyPress(.function(12))) }

  /// Stores the changes, kills the app and relaunches it.
  func restart() throws {
    try turn()
    plan.diary = []
    try pilot.restartAndRestore()
  }

  var application: Application { pilot.application }
  var report: RestorationReport { application.restorationReport }

  /// The root controller as the expected type.
  func root<Controller: ViewController>(
    _ type: Controller.Type = Controller.self
  ) throws -> Controller {
    try #require(application.window.rootViewController as? Controller)
  }

  /// A tab as the expected type.
  func tab<Controller: ViewController>(
    _ index: Int, _ type: Controller.Type = Controller.self
  ) throws -> Controller {
    let tabs = try root(TabBarController.self).viewControllers
    try #require(tabs.indices.contains(index))
    return try #require(tabs[index] as? Controller)
  }

  /// The outcome of the object at a path such as `tabs/left`.
  func outcome(of path: String) -> RestorationReport.Outcome? {
    report.entries.first { $0.path.joined(separator: "/") == path }?.outcome
  }

  /// The paths of all objects in the state of the last launch.
  var paths: [String] { report.entries.map { $0.path.joined(separator: "/") } }

  /// The diary's lines that contain a word.
  func diary(about word: String) -> [String] { plan.diary.filter { $0.contains(word) } }
}

extension NavigationController {
  /// An empty stack with an identifier.
  static func named(_ identifier: String?, isMade: Bool = false) -> NavigationController {
    let navigation = NavigationController()
    navigation.restorationIdentifier = identifier
    if isMade { navigation.restorationClass = Maker.self }
    return navigation
  }

  /// The names of the screens on the stack.
  var names: [String] { viewControllers.map { ($0 as? Screen)?.name ?? "?" } }
}
