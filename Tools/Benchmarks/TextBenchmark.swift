import BenchmarkSupport
import Foundation
import Preservation
import Reprise

/// The cost of a key in a long text, from the event to the frame, and of a paste into a text field.
struct TextBenchmark {
  private static let length = 100_000

  let directory: String

  /// Prints the medians.
  func run(keys: Int = 300, pastes: Int = 20) throws {
    Report.heading("Text")
    let stage = try Stage(directory: directory)
    var pasting = Samples()
    let paste = String(repeating: "Tea pot 1", count: 1112).prefix(10_000)
    for _ in 0..<pastes {
      stage.field.text = ""
      stage.show(stage.field)
      pasting.add(stage.time(.paste(String(paste))))
    }
    Report.line(
      "paste of 10,000 characters into a field", pasting.median / 1000, "ms", note: "bar: 50 ms")
    for (name, sentence) in [
      ("words", "The quick brown fox jumps over the lazy dog.\n"),
      ("one long word", "x"), ("Chinese", "茶壶和杯子"),
    ] {
      let text = Self.text(of: sentence)
      stage.field.text = text.replacingOccurrences(of: "\n", with: " ")
      stage.textView.text = text
      for (view, kind) in [(stage.field as View, "field"), (stage.textView, "text view")] {
        stage.show(view)
        var times = Samples()
        for round in 0..<keys { times.add(stage.time(Self.key(round))) }
        let label = "key in \(Self.length) characters, \(kind), \(name)"
        Report.line(label, times.median, "µs", note: "bar: 1000 µs")
      }
    }
  }

  private static func text(of sentence: String) -> String {
    String(String(repeating: sentence, count: length / sentence.count + 1).prefix(length - 1000))
  }

  /// Typing, deleting and moving at the start, in the middle and at the end.
  private static func key(_ round: Int) -> TerminalEvent {
    let keys: [KeyPress] = [
      KeyPress(.home, .control), .character("a"), .character("ж"), KeyPress(.backspace),
      KeyPress(.right, .control), .character("b"), .control("d"), KeyPress(.left), .control("a"),
      .control("e"), KeyPress(.end, .control), .character("c"), .character(" "),
      KeyPress(.backspace), KeyPress(.left), .control("_"),
    ]
    return .key(keys[round % keys.count])
  }

  /// An app that shows a text field and a text view.
  private final class Stage: ApplicationDelegate {
    let field = TextField()
    let textView = TextView()
    private let controller = ViewController()
    private let device = HeadlessTerminal()
    private var application: Application?

    init(directory: String) throws {
      let store = try StateBenchmarking.openStore(
        in: "\(directory)/text", keys: LoginKeyProvider())
      let application = Application(
        delegate: self, device: device, store: store, registry: RestorationRegistry())
      self.application = application
      try application.launch()
    }

    /// Focuses a view.
    func show(_ view: View) {
      view.becomeFirstResponder()
      device.send([.key(KeyPress(.left))])
    }

    /// The duration of a turn with one event, in microseconds.
    func time(_ event: TerminalEvent) -> Double {
      let start = RawTerminal.now
      device.send([event])
      return RawTerminal.now - start
    }

    func applicationWillFinishLaunching(_ application: Application) {
      controller.restorationIdentifier = "root"
      (field.restorationIdentifier, textView.restorationIdentifier) = ("field", "text")
      field.frame = Rect(x: 0, y: 0, width: 60, height: 1)
      textView.frame = Rect(x: 0, y: 2, width: 60, height: 15)
      field.maximumLength = TextBenchmark.length
      controller.view.addSubview(field)
      controller.view.addSubview(textView)
      application.window.rootViewController = controller
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }
}
