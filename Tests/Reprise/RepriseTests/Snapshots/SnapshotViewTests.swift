import Preservation
import Reprise
import RepriseTesting
import Testing

/// Views that show what another one looked like (contract 8.2.4).
@Suite struct SnapshotViewTests {
  private let screen = ViewController()
  private let label = Label("old")
  private let terminal = HeadlessTerminal(size: Size(width: 40, height: 10))
  private let application: Application

  init() throws {
    let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    let delegate = Delegate()
    application = Application(
      delegate: delegate, device: terminal, store: try StateStore(archive: archive))
    label.frame = Rect(x: 4, y: 2, width: 6, height: 1)
    screen.view.addSubview(label)
    application.window.rootViewController = screen
    try application.launch()
  }

  private final class Delegate: ApplicationDelegate {}

  /// The drawing of a view on an empty canvas of its own size.
  private func text(_ view: View?, isRedacting: Bool = false) throws -> String {
    let view = try #require(view)
    let canvas = Canvas(size: view.bounds.size, isRedacting: isRedacting)
    view.frame = view.bounds
    let window = Window(size: view.bounds.size)
    window.addSubview(view)
    return draw(view, on: canvas)
  }

  private func draw(_ view: View, on canvas: Canvas) -> String {
    if canvas.isRedacting, view.isSecure { return "redacted" }
    view.draw(canvas)
    return canvas.frame.plainText()
  }

  @Test func rule_8_2_4_aCopyShowsWhatIsOnTheScreen() throws {
    label.text = "new"
    #expect(try text(label.snapshotView(afterScreenUpdates: false)) == "old")
    #expect(label.snapshotView(afterScreenUpdates: false)?.frame == label.frame)
  }

  @Test func rule_8_2_4_aCopyAfterUpdatesIsLaidOutAndDrawnAtOnce() throws {
    final class Row: View {
      let inner = Label("inner")
      override func layoutSubviews() { inner.frame = bounds }
    }
    let row = Row(frame: Rect(x: 0, y: 0, width: 5, height: 1))
    row.addSubview(row.inner)
    screen.view.addSubview(row)
    #expect(try text(row.snapshotView(afterScreenUpdates: true)) == "inner")
    label.text = "new"
    #expect(try text(label.snapshotView(afterScreenUpdates: true)) == "new")
    #expect(terminal.frames.count == 1, "without a frame")
  }

  @Test func rule_8_2_4_aCopyStaysWhatItWas() throws {
    let copy = label.snapshotView(afterScreenUpdates: true)
    label.text = "later"
    label.removeFromSuperview()
    #expect(try text(copy) == "old")
  }

  @Test func rule_8_2_4_whatIsNotOnTheScreenCanOnlyBeDrawn() throws {
    let loose = Label("loose")
    loose.frame = Rect(x: 0, y: 0, width: 5, height: 1)
    #expect(loose.snapshotView(afterScreenUpdates: false) == nil)
    #expect(try text(loose.snapshotView(afterScreenUpdates: true)) == "loose")
    loose.isHidden = true
    #expect(loose.snapshotView(afterScreenUpdates: true) == nil)
  }

  @Test(arguments: [false, true])
  func rule_8_2_3_aCopyOfASecretIsOneToo(afterScreenUpdates: Bool) throws {
    label.isSecure = true
    for view in [label, screen.view] {
      let copy = view.snapshotView(afterScreenUpdates: afterScreenUpdates)
      #expect(try text(copy).contains("old"))
      #expect(try text(copy, isRedacting: true) == "redacted")
    }
    label.isSecure = false
    screen.view.isSecure = true
    let copy = label.snapshotView(afterScreenUpdates: afterScreenUpdates)
    #expect(try text(copy, isRedacting: true) == "redacted")
  }

  @Test(arguments: [false, true])
  func copyOfPlainContentIsNotSecret(afterScreenUpdates: Bool) throws {
    let copy = label.snapshotView(afterScreenUpdates: afterScreenUpdates)
    #expect(try text(copy, isRedacting: true).contains("old"))
  }
}
