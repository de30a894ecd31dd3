import Reprise

final class Stars: Control {
  var count = 0 {
    didSet { if count != oldValue { setNeedsDisplay() } }
  }

  override func performPrimaryAction() {
    count = count % 5 + 1
    sendActions(for: .valueChanged)
  }

  override func press(at point: Point) {
    count = min(point.x, 4) + 1
    sendActions(for: .valueChanged)
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: 5, height: 1) }

  override func draw(_ canvas: Canvas) {
    for place in 0..<5 {
      canvas.draw(place < count ? "★" : "☆", at: Point(x: place, y: 0), style: look)
    }
  }

  override var cursorPosition: Point? { Point(x: max(0, count - 1), y: 0) }
}

final class Meter: View {
  var share = 0.0 {
    didSet { if share != oldValue { setNeedsDisplay() } }
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: 12, height: 1) }

  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    let full = min(width, max(0, Int(share * Double(width))))
    canvas.draw(String(repeating: "█", count: full), at: .zero, style: .accent)
    canvas.draw(
      String(repeating: "░", count: width - full), at: Point(x: full, y: 0), style: .secondary)
  }
}
