import BenchmarkSupport
import Foundation
import Preservation
import Reprise

/// The cost of a screen of 500 views: the layout of all of it, and a key typed into one of its fields.
struct LayoutBenchmark {
  let directory: String

  /// Prints medians next to their limits.
  func run(rounds: Int = 200) throws {
    let screen = CrowdedScreen()
    Report.heading("A screen of \(screen.view.viewCount) views")
    measureLayout(of: screen.view, rounds: rounds)
    try measureKeys(on: screen, rounds: rounds)
  }

  private func measureLayout(of view: View, rounds: Int) {
    var first = Samples()
    for _ in 0..<rounds / 10 {
      let screen = CrowdedScreen()
      first.add(time(of: screen.view, width: 80))
    }
    var again = Samples()
    // Stacks cache the measurements of the last two sizes, so each width repeats only after four others.
    for round in 0..<rounds { again.add(time(of: view, width: 80 + 3 * (round % 5))) }
    Report.line("first layout", first.median, "ms", note: "bar: 1 ms")
    Report.line("layout at another width", again.median, "ms", note: "bar: 1 ms")
  }

  private func time(of view: View, width: Int) -> Double {
    let start = RawTerminal.now
    view.frame = Rect(x: 0, y: 0, width: width, height: 23)
    view.layoutIfNeeded()
    return (RawTerminal.now - start) / 1000
  }

  private func measureKeys(on screen: CrowdedScreen, rounds: Int) throws {
    let store = try StateBenchmarking.openStore(
      in: "\(directory)/state-layout", keys: LoginKeyProvider())
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    let application = Application(
      delegate: Showing(screen), device: terminal, store: store, registry: RestorationRegistry())
    try application.launch()
    var typing = Samples()
    var moving = Samples()
    var growing = Samples()
    func key(_ key: KeyPress) -> Double {
      let start = RawTerminal.now
      terminal.send([.key(key)])
      return (RawTerminal.now - start) / 1000
    }
    for round in 0..<rounds {
      typing.add(key(.character(round % 2 == 0 ? "a" : "b")))
      moving.add(key(KeyPress(.tab)))
      screen.remarks[round % screen.remarks.count].text = "remark \(round)"
      growing.add(key(.character("c")))
    }
    Report.line("a key typed into a field", typing.median, "ms", note: "bar: 1 ms")
    Report.line("Tab to the next field", moving.median, "ms", note: "bar: 1 ms")
    Report.line("a key that changes a text elsewhere", growing.median, "ms", note: "bar: 1 ms")
  }
}

extension View {
  /// This view and all in it.
  fileprivate var viewCount: Int { subviews.reduce(1) { $0 + $1.viewCount } }
}

private final class Showing: ApplicationDelegate {
  private let screen: ViewController

  init(_ screen: ViewController) { self.screen = screen }

  func applicationWillFinishLaunching(_ application: Application) {
    application.window.rootViewController = screen
  }

  func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
    true
  }
}

/// Groups of fields under headings, as a long form has them.
private final class CrowdedScreen: ViewController {
  var remarks: [Label] = []

  override init() {
    super.init()
    restorationIdentifier = "crowded"
  }

  override func loadView() -> View {
    ScrollView {
      for group in 0..<10 {
        Column(padding: EdgeInsets(left: 1, bottom: 1, right: 1)) {
          heading(group)
          Label("What belongs to group \(group), and where it stands")
          Label("")
          for row in 0..<10 {
            Field("Caption \(row)", TextField().named("field \(group).\(row)"))
          }
          Row {
            Spacer()
            Button("Save")
            Button("Discard")
          }
        }
      }
    }
  }

  private func heading(_ group: Int) -> View {
    let remark = Label("remark")
    remarks.append(remark)
    return Row {
      Label("Group \(group)").length(.fill())
      remark
    }
  }
}
