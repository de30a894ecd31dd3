import Foundation
import Reprise
import Resources

/// The launch's cost for its storyboard: decoding and validating Keepsake's own, and instantiating
/// its first scene.
struct StoryboardBenchmark {
  /// Prints the first time, which a launch pays, and the median of many.
  func run(rounds: Int = 2000) throws {
    Report.heading("Keepsake's storyboard, \(ResourceText.storyboard.count) bytes")
    let registry = Self.registry
    var loading = Samples()
    var making = Samples()
    for round in 0..<rounds {
      let start = RawTerminal.now
      let storyboard = try Storyboard(
        name: "keepsake", text: ResourceText.storyboard, registry: registry)
      let loaded = RawTerminal.now
      _ = storyboard.instantiateInitialViewController()
      let made = RawTerminal.now
      loading.add(loaded - start)
      making.add(made - loaded)
      if round == 0 {
        Report.line("load, first", loaded - start, "µs", note: "bar: 300 µs")
        Report.line("make the first scene, first", made - loaded, "µs")
      }
    }
    Report.line("load, median", loading.median, "µs")
    Report.line("make the first scene, median", making.median, "µs")
  }

  /// Plain screens registered under Keepsake's names.
  private static var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    for key in ["items", "places", "item form", "help"] {
      registry.register(ViewController.self, as: key) { _ in ViewController() }
    }
    return registry
  }
}
