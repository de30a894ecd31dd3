import Reprise
import RepriseTesting

/// One version of a small app: what it calls its screens, and what it knows.
struct Edition {
  var version: String
  var registry = RestorationRegistry()
  var homeIdentifier = "home"

  /// Makes the screen at the bottom of the stack.
  var makeHome: () -> ViewController = { Home() }

  /// The keys that cards of this version read and write.
  var keys = ["title"]

  /// The first version: cards are called "card".
  static var first: Edition {
    var edition = Edition(version: "1")
    edition.registry.register(Card.self, as: "card")
    edition.registry.register(Home.self, as: "home")
    return edition
  }
}

/// A screen that shows and saves texts by key.
class Card: ViewController, ViewControllerRestoration {
  var texts: [String: String]
  let keys: [String]

  init(_ texts: [String: String], keys: [String]) {
    self.texts = texts
    self.keys = keys
    super.init()
    restorationIdentifier = "card"
    restorationClass = Self.self
  }

  class func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  { Card([:], keys: coder.environment[CurrentEdition.self]?.edition.keys ?? []) }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    for key in keys { coder.encode(texts[key], forKey: key) }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    for key in keys { texts[key] = coder.decodeString(forKey: key) }
  }
}

/// A later version's name for a card.
final class Sheet: Card {
  override class func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  { Sheet([:], keys: coder.environment[CurrentEdition.self]?.edition.keys ?? []) }
}

/// The screen at the bottom, which is always there.
final class Home: ViewController {
  var text = "" { didSet { setNeedsPreservation() } }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(text, forKey: "text")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    text = coder.decodeString(forKey: "text") ?? ""
  }
}

/// The version that is started next; the pilot's restart puts it in place of the one before.
final class CurrentEdition {
  var edition: Edition

  init(_ edition: Edition) { self.edition = edition }

  /// An app with a stack whose version changes with this one's.
  func start() throws -> Pilot {
    try Pilot(size: Size(width: 50, height: 12)) { device, store in
      var environment = Environment()
      environment[CurrentEdition.self] = self
      return Application(
        delegate: Delegate(edition: self.edition), device: device, store: store,
        registry: self.edition.registry, environment: environment, version: self.edition.version)
    }
  }

  private final class Delegate: ApplicationDelegate {
    let edition: Edition

    init(edition: Edition) { self.edition = edition }

    func applicationWillFinishLaunching(_ application: Application) {
      let home = edition.makeHome()
      home.restorationIdentifier = edition.homeIdentifier
      let navigation = NavigationController(rootViewController: home)
      navigation.restorationIdentifier = "stack"
      application.window.rootViewController = navigation
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool {
      true
    }
  }
}

extension Pilot {
  var stack: NavigationController? {
    application.window.rootViewController as? NavigationController
  }

  var home: Home? { stack?.viewControllers.first as? Home }

  /// The cards on the stack, the lowest first.
  var cards: [Card] { stack?.viewControllers.compactMap { $0 as? Card } ?? [] }

  /// Changes something by hand and lets a turn store it.
  func change(_ change: (Pilot) -> Void) throws {
    change(self)
    try send(.focus(true))
  }

  func push(_ texts: [String: String], keys: [String] = ["title"]) throws {
    try change { $0.stack?.push(Card(texts, keys: keys)) }
  }

  /// The records that the last launch left out but kept, by path.
  var keptPaths: [[String]] {
    application.restorationReport.entries.compactMap { entry in
      if case .kept = entry.outcome { entry.path } else { nil }
    }
  }
}
