extension Window {
  /// The ``minimumSize`` of an app that says no other.
  public static let usualMinimumSize = Size(width: 40, height: 10)

  /// Whether the window is smaller than ``minimumSize``; its content is kept.
  public var isTooSmall: Bool {
    frame.width < minimumSize.width || frame.height < minimumSize.height
  }

  /// Draws the size that is needed, and the key that quits: no other key works in so small a window.
  func drawRequestForRoom(on canvas: Canvas) {
    let size = "\(minimumSize.width)×\(minimumSize.height)"
    let leaving = "q leaves"
    if frame.height < 2 {
      canvas.draw("needs \(size), \(leaving)", at: .zero, width: frame.width)
    } else {
      canvas.draw("needs \(size), nothing is lost", at: .zero, width: frame.width)
      canvas.draw(leaving, at: Point(x: 0, y: 1), width: frame.width)
    }
  }
}
