import Preservation
import Reprise
import RepriseTesting

/// Something that several screens share and that is neither a view nor a controller.
class Notebook: StateRestoring {
  var text = ""

  /// The object's notifications, in order.
  var calls: [String] = []

  weak var owner: ViewController?

  /// Another object that this one refers to.
  var other: Notebook?

  init() {}

  var restorationParent: (any StateRestoring)? { owner }

  /// None: a plain notebook has to exist already.
  var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  func encodeRestorableState(with coder: Coder) {
    coder.encode(text, forKey: "text")
    coder.encode(object: other, forKey: "other")
  }

  func decodeRestorableState(with coder: Coder) {
    calls.append("decode")
    text = coder.decodeString(forKey: "text") ?? ""
    other = coder.decodeObject(forKey: "other") as? Notebook
  }

  func applicationFinishedRestoringState() {
    calls.append("finished")
  }
}

/// A notebook that its restoration class makes.
final class BoundNotebook: Notebook, ObjectRestoration {
  override var objectRestorationClass: (any ObjectRestoration.Type)? { Self.self }

  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? {
    let text = coder.decodeString(forKey: "text") ?? ""
    guard text != "burnt" else { return nil }
    let notebook = BoundNotebook()
    notebook.calls.append("made at \(path.joined(separator: "/"))")
    // The referenced object may ask for this one in turn.
    _ = coder.decodeObject(forKey: "other")
    return notebook
  }
}

/// Nothing but something to refer to.
final class Marker: StateRestoring {}

/// A screen that refers to a notebook and a marker.
final class DeskViewController: ViewController {
  var notebook: (any StateRestoring)? {
    didSet { setNeedsPreservation() }
  }

  var decoded: (any StateRestoring)?

  init(identifier: String) {
    super.init()
    restorationIdentifier = identifier
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(object: notebook, forKey: "notebook")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    decoded = coder.decodeObject(forKey: "notebook") as? any StateRestoring
    if let decoded { notebook = decoded }
  }
}

/// Two desks in two tabs, and what each launch does before it restores.
final class DeskDelegate: ApplicationDelegate {
  let left = DeskViewController(identifier: "left")
  let right = DeskViewController(identifier: "right")
  let prepare: (Application, DeskDelegate) -> Void
  var didDecode: () -> Void = {}

  /// The delegate's own references, when asked whether to restore and at the end.
  var kept: Notebook?
  var foundWhenAsked: AnyObject?
  var foundAtTheEnd: AnyObject?

  init(prepare: @escaping (Application, DeskDelegate) -> Void) {
    self.prepare = prepare
  }

  func applicationWillFinishLaunching(_ application: Application) {
    let tabs = TabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = [left, right]
    application.window.rootViewController = tabs
    prepare(application, self)
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, willEncodeRestorableStateWith coder: Coder) {
    coder.encode(object: kept, forKey: "kept")
  }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: Coder
  ) -> Bool {
    foundWhenAsked = coder.decodeObject(forKey: "kept")
    return true
  }

  func application(_ application: Application, didDecodeRestorableStateWith coder: Coder) {
    foundAtTheEnd = coder.decodeObject(forKey: "kept")
    didDecode()
  }
}

/// Launches two desks again and again.
final class Office {
  private(set) var delegate: DeskDelegate
  private(set) var pilot: Pilot

  init(prepare: @escaping (Application, DeskDelegate) -> Void) throws {
    let newest = Newest()
    pilot = try Pilot(size: Size(width: 50, height: 12), expectedRemarks: [""]) { device, store in
      let delegate = DeskDelegate(prepare: newest.prepare ?? prepare)
      newest.delegate = delegate
      var registry = RestorationRegistry()
      registry.register(BoundNotebook.self, as: "bound notebook")
      registry.register(Notebook.self, as: "notebook")
      registry.register(Marker.self, as: "marker")
      registry.register(DeskViewController.self, as: "desk")
      if newest.forgetsClass { registry = RestorationRegistry() }
      return Application(
        delegate: delegate, device: device, store: store, registry: registry, version: "1")
    }
    delegate = newest.delegate ?? DeskDelegate(prepare: prepare)
    self.newest = newest
  }

  private let newest: Newest

  /// The delegate of the last launch.
  private final class Newest {
    var delegate: DeskDelegate?
    var prepare: ((Application, DeskDelegate) -> Void)?
    var forgetsClass = false
  }

  /// Stores what changed.
  func turn() throws { try pilot.press(KeyPress(.function(12))) }

  /// Kills the app and restarts it, possibly prepared differently.
  func restart(
    forgettingClass: Bool = false, prepare: ((Application, DeskDelegate) -> Void)? = nil
  ) throws {
    newest.prepare = prepare
    newest.forgetsClass = forgettingClass
    try pilot.restartAndRestore()
    delegate = newest.delegate ?? delegate
  }

  /// The saved objects that are neither views nor controllers.
  var savedObjects: [ObjectRecord] {
    pilot.application.preservation.fullWalk().values.filter { $0.kind == .object }
  }

  var remarks: [String] { pilot.application.restorationReport.remarks }

  func outcome(of path: String...) -> RestorationReport.Outcome? {
    pilot.application.restorationReport.entries.first { $0.path == path }?.outcome
  }
}
