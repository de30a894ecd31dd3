/// Shows the progress of a long task.
///
/// ```swift
/// let bar = ProgressView(0)
/// bar.progress = Double(done) / Double(total)
/// ```
///
/// It has no clock: call ``advance()`` regularly when the total is unknown. So motion on the screen
/// means work, not a timer.
open class ProgressView: View {
  /// The completed share, from 0 to 1; `nil` if unknown.
  public var progress: Double? {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }

  /// The number of calls of ``advance()``.
  private var steps = 0

  /// Makes a bar.
  public init(_ progress: Double? = nil) {
    self.progress = progress
    super.init()
  }

  /// Moves the bar on while ``progress`` is `nil`.
  public func advance() {
    steps &+= 1
    setNeedsDisplay()
  }

  /// The progress to draw: from 0 to 1, whatever was set.
  private var fraction: Double? {
    guard let progress else { return nil }
    return progress.isNaN ? 0 : min(max(0, progress), 1)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let row = Rect(x: 0, y: 0, width: canvas.bounds.width, height: 1)
    guard let fraction else { return drawBlock(in: row, on: canvas) }
    // The number is shown next to the bar if both fit; it is 100 only when all is done.
    let label = " \(String(Int(fraction * 100)).leftPadded(to: 3))%"
    let width = row.width >= 15 ? row.width - label.utf8.count : row.width
    let filled = Int(fraction * Double(width))
    canvas.fill(Rect(x: 0, y: 0, width: width, height: 1), with: .shade, style: style)
    canvas.draw(String(repeating: "█", count: max(0, filled)), at: .zero, style: style)
    if width < row.width { canvas.draw(label, at: Point(x: width, y: 0), style: style) }
  }

  /// Draws a block that advances with each step, and wraps at the end.
  private func drawBlock(in row: Rect, on canvas: Canvas) {
    canvas.fill(row, with: .shade, style: style)
    let length = max(1, row.width / 5)
    let place = steps % max(1, row.width - length + 1)
    canvas.draw(String(repeating: "█", count: length), at: Point(x: place, y: 0), style: style)
  }
}

extension String {
  /// The text with leading spaces, up to this many characters.
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }
}
