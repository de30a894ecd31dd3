extension Window {
  /// The smallest window in which anything but a request for more room is shown.
  public static let minimumSize = Size(width: 40, height: 10)

  /// Whether the window is smaller than ``minimumSize``; its content is kept and comes back.
  public var isTooSmall: Bool {
    frame.width < Self.minimumSize.width || frame.height < Self.minimumSize.height
  }

  /// Says what is needed, and the way out: below the smallest size no other key does anything.
  func drawRequestForRoom(on canvas: Canvas) {
    let size = "\(Self.minimumSize.width)×\(Self.minimumSize.height)"
    let leaving = "q leaves"
    if frame.height < 2 {
      canvas.draw("needs \(size), \(leaving)", at: .zero, width: frame.width)
    } else {
      canvas.draw("needs \(size), nothing is lost", at: .zero, width: frame.width)
      canvas.draw(leaving, at: Point(x: 0, y: 1), width: frame.width)
    }
  }
}
