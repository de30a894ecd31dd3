import Reprise

/// Shows what was chosen elsewhere; Enter goes there.
final class ChoiceControl: View {
  var text = ""
  var action: () -> Void = {}

  override var canBecomeFirstResponder: Bool { true }

  override func pressBegan(_ press: KeyPress) -> Bool {
    guard [KeyPress(.enter), KeyPress(.right), .character(" ")].contains(press) else {
      return false
    }
    action()
    return true
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    becomeFirstResponder()
    action()
    return true
  }

  override func draw(_ canvas: Canvas) {
    let style = isFirstResponder ? Style.selected : .plain
    let shown = text.isEmpty ? "none" : text
    let width = max(0, canvas.bounds.width - 2)
    let end = canvas.draw(shown, at: .zero, width: width, style: style)
    canvas.draw(" ›", at: Point(x: end, y: 0), style: .accent)
  }

  override var cursorPosition: Point? { .zero }
}
