/// A share of a whole as a bar, drawn in eighths of a cell.
///
/// ```swift
/// let bar = BarView(share: Double(kitchen) / Double(all))
/// bar.style = .accent
/// ```
///
/// Use it for comparisons, with several bars below each other. For the progress of a long task use
/// a ``ProgressView``.
open class BarView: View {
  /// The share, from 0 to 1; other values are clamped.
  public var share: Double {
    didSet { if share != oldValue { setNeedsDisplay() } }
  }

  /// Makes a bar.
  public init(share: Double = 0) {
    self.share = share
    super.init()
  }

  /// One row; as wide as there is room.
  override var measuresContent: Bool { true }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: 1).limited(to: size)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    canvas.draw(Self.text(share: share, width: canvas.bounds.width), at: .zero, style: style)
  }

  /// The cells of a bar, for code that draws a row itself.
  ///
  /// Any share above 0 fills at least something, and only the whole fills all cells.
  ///
  /// - Parameters:
  ///   - share: From 0 to 1.
  ///   - width: In cells.
  public nonisolated static func text(share: Double, width: Int) -> String {
    guard width > 0, share > 0 else { return "" }
    let most = width.multipliedReportingOverflow(by: 8)
    guard !most.overflow, share < 1 else { return String(repeating: "█", count: width) }
    let eighths = min(
      max(1, Int((share * Double(most.partialValue)).rounded())), most.partialValue - 1)
    let part = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (part == 0 ? "" : parts[part - 1])
  }

  private nonisolated static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
