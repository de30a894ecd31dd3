import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Random walks through screens of the kit's own controls and containers.
@Suite struct RandomWalkTests {
  private nonisolated static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"
  private static let count = isExhaustive ? 10_000 : 400
  private nonisolated static let seeds: [UInt64] = isExhaustive ? Array(1...20) : [1, 2]

  /// Two tabs of shelves, pages on them, a note to write.
  @Test(arguments: seeds) func libraryIsRestoredAfterAnyWalk(_ seed: UInt64) throws {
    let pilot = try Pilot.library(size: Size(width: 80, height: 24))
    try pilot.walk(Self.count, seed: seed, killingEvery: 10)
  }

  /// A form of everything that can be bound, and another one over it.
  private final class Form: ViewController {
    @Restorable("name") var name = "pot"
    @Restorable("about") var about = "one\ntwo\nthree"
    @Restorable("isLoud") var isLoud = false
    @Restorable("depth") var depth = 0

    override func loadView() -> View {
      Column(spacing: 1, padding: EdgeInsets(top: 1, left: 1, right: 1)) {
        Field("Name", TextField($name))
        Field("About", TextView($about)).length(.cells(3))
        Field("Loud", Switch($isLoud))
        Row(spacing: 2) {
          Button("Push") { [unowned self] in open { self.navigationController?.push($0) } }
            .named("push")
          Button("Present") { [unowned self] in
            open { form in
              if presentedViewController == nil {
                present(NavigationController(rootViewController: form))
              }
            }
          }
          .named("present")
          Button("Close") { [unowned self] in dismiss() }.named("close")
        }
      }
    }

    override func updateProperties() { title = "\(depth) \(name) \(isLoud ? "loud" : "soft")" }

    private func open(_ show: (Form) -> Void) {
      guard depth < 6 else { return }
      let form = Form()
      form.depth = depth + 1
      show(form)
    }
  }

  private final class Delegate: ApplicationDelegate {
    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = NavigationController(rootViewController: Form())
    }
    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool { true }
  }

  @Test(arguments: seeds) func nestedFormsAreRestoredAfterAnyWalk(_ seed: UInt64) throws {
    var registry = RestorationRegistry()
    registry.restore(Form.self, as: "form") { _ in Form() }
    let pilot = try Pilot { [registry] device, store in
      Application(delegate: Delegate(), device: device, store: store, registry: registry)
    }
    try pilot.walk(Self.count, seed: seed, killingEvery: 10)
  }
}
