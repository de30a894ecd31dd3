@testable import RepriseSystem
import Reprise
import RepriseTesting
import Testing

/// An app that shows one controller, made at every launch, and saves everything.
final class RootDelegate: ApplicationDelegate {
  private let make: () -> ViewController

  init(make: @escaping () -> ViewController) { self.make = make }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.rootViewController = make()
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    true
  }
}

extension Pilot {
  /// An app of one root controller.
  static func showing(
    size: Size = Size(width: 50, height: 12), restarts: Bool = false,
    registry: RestorationRegistry = RestorationRegistry(), files: SystemFiles = SystemFiles(),
    expecting remarks: [String] = [], isStrict: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ make: @escaping () -> ViewController
  ) throws -> Pilot {
    try Pilot(
      size: size, restartsAfterEveryEvent: restarts,
      expectedRemarks: remarks + (isStrict ? [] : nameless),
      sourceLocation: sourceLocation
    ) { device, store in
      let application = Application(
        delegate: RootDelegate(make: make), device: device, store: store, registry: registry)
      application.systemFiles = files
      application.register(AccessoryEvents())
      application.register(PowerEvents())
      return application
    }
  }

  /// Remarks about screens without an identifier: most tests show some that need not be restored.
  static let nameless = ["around it has no restoration identifier", "a screen in the stack"]

  /// The root controller as the type that it is.
  func root<Controller: ViewController>(_ type: Controller.Type = Controller.self) -> Controller? {
    application.window.rootViewController as? Controller
  }
}

/// A screen of views that stand one below the other, each a row high.
class Rows: ViewController {
  let rows: [View]

  init(_ identifier: String, _ rows: [View]) {
    self.rows = rows
    super.init()
    restorationIdentifier = identifier
    for (index, row) in rows.enumerated() { row.restorationIdentifier = "row \(index)" }
  }

  override func viewDidLoad() {
    for (index, row) in rows.enumerated() {
      row.frame = Rect(x: 1, y: index, width: 20, height: 1)
      view.addSubview(row)
    }
  }
}

/// A screen that keeps a word.
final class Worded: ViewController {
  var word = "" {
    didSet { setNeedsPreservation() }
  }

  /// A word that it keeps and forgets to mark.
  var unmarked = ""

  init(_ identifier: String) {
    super.init()
    restorationIdentifier = identifier
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(word, forKey: "word")
    coder.encode(unmarked, forKey: "unmarked")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    word = coder.decodeString(forKey: "word") ?? ""
    unmarked = coder.decodeString(forKey: "unmarked") ?? ""
  }
}
