/// The bottom row of a window: a warning, a notice, the rest of a key sequence, or hints.
final class StatusBar: View {
  private var text = ""
  private var textStyle = Style.plain
  private var hints: [(key: String, title: String)] = []

  /// Takes over what there is to say now.
  func update(from window: Window) {
    text = ""
    hints = []
    if let warning = window.warning ?? window.stateWarning {
      text = warning
      textStyle = Style([.bold], foreground: .red)
    } else if let notice = window.notice {
      text = notice
      textStyle = Style(.bold)
    } else if !window.pendingKeys.isEmpty {
      hints = Self.continuations(of: window.pendingKeys, in: window.availableKeyCommands)
    } else {
      hints = Self.hints(from: window.availableKeyCommands)
    }
  }

  private static func hints(from commands: [KeyCommand]) -> [(key: String, title: String)] {
    var titles: Set<String> = []
    return commands.filter { $0.isHinted && titles.insert($0.title).inserted }
      .map { ($0.label, $0.title) }
  }

  private static func continuations(
    of keys: [KeyPress], in commands: [KeyCommand]
  )
    -> [(key: String, title: String)]
  {
    commands.filter { $0.input.count > keys.count && $0.input.starts(with: keys) }
      .map { ($0.label, $0.title) }
  }

  override func draw(_ canvas: Canvas) {
    if !text.isEmpty {
      canvas.draw(text, at: Point(x: 1, y: 0), width: canvas.bounds.width - 2, style: textStyle)
      return
    }
    var x = 1
    for hint in hints {
      let key = CellText(hint.key)
      let title = CellText(hint.title)
      guard x + key.width + 1 + title.width < canvas.bounds.width else { return }
      x += canvas.draw(key, at: Point(x: x, y: 0), style: Style(.bold)) + 1
      x += canvas.draw(title, at: Point(x: x, y: 0), style: Style(.dim)) + 2
    }
  }
}
