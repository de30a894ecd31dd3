/// Text that is shown and nothing else, unless its links can be opened.
///
/// Labels keep no state (contract 11 C6), except which link is selected.
open class Label: View {
  /// The text; it takes several lines if it has line ends or wraps.
  ///
  /// Setting it ends the roles and links of an ``attributedText``.
  public var text: String = "" {
    didSet {
      guard text != oldValue || attributed != nil else { return }
      attributed = nil
      invalidateIntrinsicContentSize()
    }
  }

  /// The text with its roles and links; setting it sets ``text``.
  public var attributedText: AttributedText {
    get { attributed ?? AttributedText(text) }
    set {
      guard newValue != attributed else { return }
      text = newValue.string
      attributed = newValue
      invalidateIntrinsicContentSize()
    }
  }

  private var attributed: AttributedText?

  /// Opens a link, by Enter or a click; returns `false` to have an action performed that the link names.
  ///
  /// With a closure the label takes the focus if its text has links. Left and Right select a link where there are several.
  ///
  /// ```swift
  /// label.attributedText = "Manual: " + AttributedText("toolbox.example").link(manual)
  /// label.openLink = { [unowned self] link in open(link) }
  /// ```
  public var openLink: ((AttributedText.Link) -> Bool)? {
    didSet { setNeedsDisplay() }
  }

  /// The index of the selected link.
  private var linkIndex = 0 {
    didSet {
      guard linkIndex != oldValue else { return }
      setNeedsPreservation()
      setNeedsDisplay()
    }
  }

  /// Whether long lines continue in the next row instead of being cut.
  public var wraps = false {
    didSet { if wraps != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The alignment of the text in a wider label.
  public var alignment: TextAlignment = .left {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The size of the text without wrapping, once measured.
  private var naturalSize: Size?

  /// The size of the wrapped text at the last width, once measured.
  private var wrapped: (width: Int, size: Size)?

  /// Makes a label.
  public init(_ text: String = "", style: Style = .plain) {
    super.init()
    self.text = text
    self.style = style
  }

  /// The rows that the text takes at a width.
  public func height(forWidth width: Int) -> Int {
    lines(forWidth: width).count
  }

  override var measuresContent: Bool { true }

  open override func sizeThatFits(_ size: Size) -> Size {
    let natural = naturalSize ?? extent(of: lines(forWidth: .max))
    naturalSize = natural
    guard wraps, natural.width > size.width, size.width > 0 else {
      return natural.limited(to: size)
    }
    if let wrapped, wrapped.width == size.width { return wrapped.size.limited(to: size) }
    let needed = extent(of: lines(forWidth: size.width))
    wrapped = (size.width, needed)
    return needed.limited(to: size)
  }

  /// The style to draw in.
  var look: Style { style }

  private func extent(of lines: [String]) -> Size {
    var width = 0
    for line in lines { width = max(width, CellText.width(of: line)) }
    return Size(width: width, height: lines.count)
  }

  override func forgetMeasures() {
    naturalSize = nil
    wrapped = nil
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    if let attributed { return draw(attributed, on: canvas) }
    for (row, line) in lines(forWidth: canvas.bounds.width).enumerated() {
      let cells = CellText(line).truncated(toWidth: canvas.bounds.width)
      let x = alignment.offset(of: cells.width, in: canvas.bounds.width)
      canvas.draw(cells, at: Point(x: x, y: row), style: look)
    }
  }

  private func lines(forWidth width: Int) -> [String] {
    if wraps { return CellText.wrapped(text, toWidth: width) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: - Attributed text

  private func draw(_ text: AttributedText, on canvas: Canvas) {
    let focused = isFirstResponder ? selectedLink : nil
    for (row, line) in shownLines(of: text).enumerated() {
      var x = alignment.offset(of: line.width, in: canvas.bounds.width)
      for run in line.runs {
        let isFocused = focused != nil && run.link == focused
        let style = run.style.over(look)
        let start = Point(x: x, y: row)
        x += canvas.draw(run.text, at: start, style: isFocused ? style.adding(.reverse) : style)
        if case .url(let url) = run.link {
          canvas.link(to: url.absoluteString, at: start, width: x - start.x)
        }
      }
    }
  }

  private func shownLines(of text: AttributedText) -> [AttributedText] {
    text.lines(toWidth: wraps ? bounds.width : .max).map { $0.truncated(toWidth: bounds.width) }
  }

  // MARK: - Links

  /// The link that Enter opens.
  private var selectedLink: AttributedText.Link? {
    guard let links = attributed?.links, !links.isEmpty else { return nil }
    return links[min(linkIndex, links.count - 1)]
  }

  open override var canBecomeFirstResponder: Bool { openLink != nil && selectedLink != nil }

  open override var actions: [Action] { openLink == nil ? [] : linkActions }

  private lazy var linkActions = [
    Action(
      "link.open", "Open link", "Enter", for: self, enabled: { $0.selectedLink != nil }
    ) { label in
      if let link = label.selectedLink { label.open(link) }
    },
    Action(
      "link.next", "Next link", "Right", isHinted: false, for: self,
      enabled: { $0.canSelectLink(1) }
    ) { $0.selectLink(1) },
    Action(
      "link.previous", "Previous link", "Left", isHinted: false, for: self,
      enabled: { $0.canSelectLink(-1) }
    ) { $0.selectLink(-1) },
  ]

  private func canSelectLink(_ step: Int) -> Bool {
    guard let links = attributed?.links else { return false }
    return links.indices.contains(min(linkIndex, links.count - 1) + step)
  }

  private func selectLink(_ step: Int) {
    let last = max(0, (attributed?.links.count ?? 0) - 1)
    linkIndex = max(0, min(linkIndex, last) + step)
  }

  private func open(_ link: AttributedText.Link) { _ = open(link, with: openLink) }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, openLink != nil, let attributed, let link = link(at: point),
      let index = attributed.links.firstIndex(of: link)
    else { return super.mouse(event, at: point) }
    becomeFirstResponder()
    linkIndex = index
    open(link)
    return true
  }

  private func link(at point: Point) -> AttributedText.Link? {
    guard let attributed else { return nil }
    let lines = shownLines(of: attributed)
    guard lines.indices.contains(point.y) else { return nil }
    let line = lines[point.y]
    return line.link(atColumn: point.x - alignment.offset(of: line.width, in: bounds.width))
  }

  override func dropClosures() {
    super.dropClosures()
    openLink = nil
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if linkIndex > 0 { coder.encode(linkIndex, forKey: "link") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    linkIndex = max(0, coder.decodeInt(forKey: "link") ?? 0)
  }
}

/// How text is aligned in a wider space.
///
/// ```swift
/// let amount = Label("12.50", style: .secondary)
/// amount.alignment = TextAlignment.right
/// ```
public nonisolated enum TextAlignment: Hashable, Sendable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right

  /// The column at which something of this width begins.
  public func offset(of width: Int, in space: Int) -> Int {
    switch self {
    case .left: 0
    case .center: max(0, (space - width) / 2)
    case .right: max(0, space - width)
    }
  }
}
