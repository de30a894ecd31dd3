extension Window {
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
