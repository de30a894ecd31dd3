import BenchmarkSupport
import Foundation
import Preservation
import Reprise

/// The cost of a large interface: saving all of it, restoring it, and its size.
///
/// Ten tabs with a hundred pushed screens each, and a text on every screen.
struct TreeBenchmark {
  static let tabs = 10
  static let depth = 100

  let directory: String

  /// Prints medians next to their limits.
  func run(rounds: Int = 20) throws {
    Report.heading("A tree of \(Self.tabs * (Self.depth + 1) + 1) controllers")
    var saving = Samples()
    var restoring = Samples()
    let home = "\(directory)/state-tree"
    let keys = LoginKeyProvider()
    try launch(home, keys, Samples.ignored) { application, tree in
      for round in 0..<rounds {
        for screen in tree.screens { screen.text = Screen.text(round, screen.number) }
        let start = RawTerminal.now
        StateBenchmarking.preserve(application)
        saving.add((RawTerminal.now - start) / 1000)
      }
    }
    for _ in 0..<rounds {
      try launch(home, keys, { restoring.add($0 / 1000) }) { _, tree in
        guard tree.restored == Self.tabs * Self.depth else {
          throw Incomplete(count: tree.restored)
        }
      }
    }
    Report.line("save all", saving.median, "ms", note: "bar: 10 ms")
    Report.line("restore all, from opening the file", restoring.median, "ms", note: "bar: 25 ms")
    try reportSize(home, keys)
  }

  private func launch(
    _ home: String, _ keys: LoginKeyProvider, _ note: (Double) -> Void,
    _ body: (Application, Tree) throws -> Void
  ) throws {
    let tree = Tree()
    let start = RawTerminal.now
    let store = try StateBenchmarking.openStore(in: home, keys: keys)
    let application = Application(
      delegate: tree, device: HeadlessTerminal(), store: store, registry: Tree.registry)
    try application.launch()
    note(RawTerminal.now - start)
    try body(application, tree)
  }

  /// The file's size without its log, compared with what the controllers encoded.
  private func reportSize(_ home: String, _ keys: LoginKeyProvider) throws {
    let (path, values) = try StateBenchmarking.contents(in: home, keys: keys)
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let size = Double(status.st_size) / 1024
    let bar = Double(2 * values) / 1024 + 64
    Report.line("archive", size, "KiB", note: "bar: \(Int(bar)) KiB, twice the values + 64 KiB")
  }

  private struct Incomplete: Error, CustomStringConvertible {
    let count: Int
    var description: String { "only \(count) screens were restored" }
  }
}

extension Samples {
  /// Discards a measurement.
  fileprivate static func ignored(_ value: Double) {}
}

/// The app: tabs with deep stacks.
private final class Tree: ApplicationDelegate {
  private(set) var screens: [Screen] = []
  var restored: Int { screens.count { $0.wasRestored } }

  static var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    registry.register(Screen.self, as: "screen")
    return registry
  }

  func applicationWillFinishLaunching(_ application: Application) {
    let bar = TabBarController()
    bar.restorationIdentifier = "tabs"
    bar.viewControllers = (0..<TreeBenchmark.tabs).map { tab in
      let stack = NavigationController()
      stack.restorationIdentifier = "stack-\(tab)"
      return stack
    }
    application.window.rootViewController = bar
  }

  func applicationDidFinishLaunching(_ application: Application) {
    guard let bar = application.window.rootViewController as? TabBarController else { return }
    let stacks = bar.viewControllers.compactMap { $0 as? NavigationController }
    if stacks.allSatisfy({ $0.viewControllers.isEmpty }) {
      for (tab, stack) in stacks.enumerated() {
        stack.setViewControllers(
          (0..<TreeBenchmark.depth).map { Screen(number: tab * TreeBenchmark.depth + $0) })
      }
    }
    screens = stacks.flatMap(\.viewControllers).compactMap { $0 as? Screen }
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }

  func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool {
    true
  }
}

/// One screen with a text to preserve.
private final class Screen: ViewController, ViewControllerRestoration {
  let number: Int
  private(set) var wasRestored = false
  var text = "" {
    didSet { setNeedsPreservation() }
  }

  init(number: Int) {
    self.number = number
    super.init()
    restorationIdentifier = "screen-\(number)"
    restorationClass = Self.self
  }

  static func text(_ round: Int, _ number: Int) -> String {
    "What somebody typed in round \(round) on screen \(number), with its caret and its undo."
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    path.last.flatMap { Int($0.dropFirst("screen-".count)) }.map(Screen.init)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(text, forKey: "text")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    text = coder.decodeString(forKey: "text") ?? ""
    wasRestored = !text.isEmpty
  }
}
