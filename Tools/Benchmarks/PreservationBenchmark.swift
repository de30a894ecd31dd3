import BenchmarkSupport
import Foundation
import Preservation
import Reprise

/// The cost of storing one changed object, for different numbers of objects, compared with SQLite
/// alone on as many rows.
struct PreservationBenchmark {
  /// How often each is measured before the other takes its turn.
  private static let turn = 50

  let directory: String

  /// Prints the medians and returns the one for a thousand objects, in microseconds.
  func run(changes: Int = 2000) throws -> Double {
    Report.heading("Preserving one dirty object")
    var thousand = Double.nan
    for count in [10, 1_000, 10_000] {
      let (median, bare) = try medians(objects: count, changes: changes)
      Report.line("among \(count) objects", median, "µs", note: "bar: 50 µs")
      Report.line("  SQLite alone, in turns with it", bare, "µs")
      if count == 1_000 { thousand = median }
    }
    return thousand
  }

  private func medians(objects count: Int, changes: Int) throws -> (kit: Double, bare: Double) {
    let store = try StateBenchmarking.openStore(
      in: "\(directory)/state-\(count)", keys: LoginKeyProvider())
    let delegate = ManyViews(count: count)
    var registry = RestorationRegistry()
    registry.register(NumberView.self, as: "number")
    let application = Application(
      delegate: delegate, device: HeadlessTerminal(), store: store, registry: registry)
    try application.launch()
    let bare = try BareTransaction(path: "\(directory)/bare-\(count).sqlite", rows: count)
    var times = Samples()
    var bareTimes = Samples()
    for round in 0..<changes {
      delegate.views[round % count].value += 1
      let start = RawTerminal.now
      StateBenchmarking.preserve(application)
      times.add(RawTerminal.now - start)
      // They alternate, but not so often that each evicts the other's data from the caches.
      guard round % Self.turn == Self.turn - 1 else { continue }
      for _ in 0..<Self.turn { bareTimes.add(bare.time()) }
    }
    return (times.median, bareTimes.median)
  }
}

/// A screen of many views, each with a number to preserve.
private final class ManyViews: ApplicationDelegate {
  let views: [NumberView]

  init(count: Int) {
    views = (0..<count).map(NumberView.init)
  }

  func applicationWillFinishLaunching(_ application: Application) {
    let controller = ViewController()
    controller.restorationIdentifier = "root"
    views.forEach(controller.view.addSubview)
    application.window.rootViewController = controller
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }
}

private final class NumberView: View {
  var value = 0 {
    didSet { setNeedsPreservation() }
  }

  init(number: Int) {
    super.init()
    restorationIdentifier = "number-\(number)"
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(value, forKey: "value")
  }
}
