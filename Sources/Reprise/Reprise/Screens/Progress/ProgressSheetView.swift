/// The content of a progress sheet: a bar, and a line below it.
final class ProgressSheetView: View {
  /// The columns of the bar, where there is room.
  private static let width = 56

  private let bar = ProgressView()
  private let line = Label(style: .secondary)

  init() {
    super.init()
    addSubview(bar)
    addSubview(line)
  }

  /// Shows how much is done.
  ///
  /// - Parameter remark: A line in place of the count, the rate and the time.
  func show(_ text: ProgressText, remark: String? = nil) {
    let line = remark ?? text.line
    // A bar without an end moves on when more is done, so that it stands still while nothing happens.
    if text.total == nil, line != self.line.text { bar.advance() }
    bar.progress = text.total.map { $0 > 0 ? Double(text.completed) / Double($0) : 1 }
    self.line.text = line
  }

  override var measuresContent: Bool { true }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Self.width, height: 2).limited(to: size)
  }

  override func layoutSubviews() {
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    line.frame = Rect(x: 0, y: 1, width: bounds.width, height: 1)
  }
}
