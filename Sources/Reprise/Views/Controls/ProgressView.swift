/// How far something is that takes a while.
///
/// ```swift
/// let bar = ProgressView(0)
/// bar.progress = Double(done) / Double(total)
/// ```
///
/// It has no clock of its own: where nobody knows how much there is to do, whoever does the work calls
/// ``advance()`` from time to time, so what moves on the screen is work and not a timer.
open class ProgressView: View {
  /// How much is done, from 0 to 1; `nil` while nobody knows how much there is to do.
  public var progress: Double? {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }

  /// How often ``advance()`` was called.
  private var steps = 0

  /// Makes a bar.
  public init(_ progress: Double? = nil) {
    self.progress = progress
    super.init()
  }

  /// Says that some more was done, where ``progress`` cannot say how much.
  public func advance() {
    steps &+= 1
    setNeedsDisplay()
  }

  /// The progress as it is drawn: a number from 0 to 1, whatever was computed.
  private var fraction: Double? {
    guard let progress else { return nil }
    return progress.isNaN ? 0 : min(max(0, progress), 1)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let row = Rect(x: 0, y: 0, width: canvas.bounds.width, height: 1)
    guard let fraction else { return drawBlock(in: row, on: canvas) }
    // The number stands beside the bar where both have room; only what is done says 100.
    let label = " \(String(Int(fraction * 100)).leftPadded(to: 3))%"
    let width = row.width >= 15 ? row.width - label.utf8.count : row.width
    let filled = Int(fraction * Double(width))
    canvas.fill(Rect(x: 0, y: 0, width: width, height: 1), with: .shade, style: style)
    canvas.draw(String(repeating: "█", count: max(0, filled)), at: .zero, style: style)
    if width < row.width { canvas.draw(label, at: Point(x: width, y: 0), style: style) }
  }

  /// Draws a block that stands further on after each step, and begins anew at the end.
  private func drawBlock(in row: Rect, on canvas: Canvas) {
    canvas.fill(row, with: .shade, style: style)
    let length = max(1, row.width / 5)
    let place = steps % max(1, row.width - length + 1)
    canvas.draw(String(repeating: "█", count: length), at: Point(x: place, y: 0), style: style)
  }
}

extension String {
  /// The text with spaces before it, up to a number of characters.
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }
}
