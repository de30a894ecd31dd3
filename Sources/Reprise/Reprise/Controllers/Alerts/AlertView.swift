/// The text of an alert and the answers below it; either scrolls if it does not fit.
final class AlertView: View {
  private let titleLabel = Label(style: Style(.bold))
  private let messageLabel = Label()
  private let text = AlertText()
  private let list = ScrollView()

  /// The buttons of the answers, in order.
  private(set) var buttons: [Button] = []

  /// Called when the text was scrolled.
  var didScrollText: () -> Void {
    get { text.didScroll }
    set { text.didScroll = newValue }
  }

  /// How far the text is to be scrolled at the next layout.
  private var wantedOffset: Int?

  private var answers: [Action] = []
  private var isList = false

  /// The cached arrangements: for the window's size, and for the resulting one.
  private var known: [Size: AlertArrangement] = [:]

  init() {
    super.init()
    for label in [titleLabel, messageLabel] {
      label.wraps = true
      text.addSubview(label)
    }
    addSubview(text)
    addSubview(list)
  }

  /// Shows a title, a message and answers.
  func show(title: String, message: String, answers: [Action], isList: Bool) {
    titleLabel.text = title
    messageLabel.text = message
    self.isList = isList
    if !self.answers.elementsEqual(answers, by: ===) {
      self.answers = answers
      for button in buttons { button.removeFromSuperview() }
      buttons = answers.map(Button.init)
      for button in buttons {
        button.isAnswer = true
        list.addSubview(button)
      }
    }
  }

  // MARK: - Layout

  /// The places of the parts in a room.
  private func arrangement(in room: Size) -> AlertArrangement {
    if let arrangement = known[room] { return arrangement }
    if known.count > 4 { known = [:] }
    let arrangement = AlertArrangement(
      title: titleLabel.text, message: messageLabel.text, buttons: buttons.map(\.width),
      isList: isList, room: room)
    known[room] = arrangement
    return arrangement
  }

  override func forgetMeasures() { known = [:] }

  override var measuresContent: Bool { true }

  override func sizeThatFits(_ size: Size) -> Size { arrangement(in: size).size }

  override func layoutSubviews() {
    let arrangement = arrangement(in: bounds.size)
    text.frame = arrangement.textFrame
    titleLabel.frame = arrangement.title
    messageLabel.frame = arrangement.message
    text.contentSize = arrangement.textSize
    if let wantedOffset {
      self.wantedOffset = nil
      text.setContentOffset(Point(x: 0, y: wantedOffset))
    }
    list.frame = arrangement.listFrame
    list.contentSize = arrangement.listSize
    for (button, frame) in zip(buttons, arrangement.buttons) { button.frame = frame }
    for (button, action) in zip(buttons, answers) { button.isEnabled = action.isEnabled }
  }

  override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    canvas.inside(text.frame) {
      $0.drawScrollMark(topLine: text.contentOffset.y, lineCount: text.contentSize.height)
    }
    canvas.inside(list.frame) {
      $0.drawScrollMark(topLine: list.contentOffset.y, lineCount: list.contentSize.height)
    }
  }

  // MARK: - Scrolling

  /// How far the text is scrolled.
  var textOffset: Int { wantedOffset ?? text.contentOffset.y }

  /// Scrolls the text once its place is known.
  func scrollText(to offset: Int) {
    wantedOffset = offset
    setNeedsLayout()
  }

  // MARK: - Keys

  /// The keys that scroll a text which does not fit.
  ///
  /// Up and Down are among them if no two answers are one above the other.
  var scrollCommands: [KeyCommand] {
    guard text.maximumOffset.y > 0 else { return [] }
    let page = max(1, text.bounds.height - 1)
    var commands = [
      scroll(KeyPress(.pageDown), by: page, "More", isHinted: true),
      scroll(KeyPress(.pageUp), by: -page, "Back up"),
      scroll(.control("f"), by: page, "More"), scroll(.control("b"), by: -page, "Back up"),
    ]
    if list.contentSize.height <= 1 {
      commands += [
        scroll(KeyPress(.down), by: 1, "Line down"), scroll(KeyPress(.up), by: -1, "Line up"),
      ]
    }
    return commands
  }

  private func scroll(
    _ key: KeyPress, by lines: Int, _ title: String, isHinted: Bool = false
  ) -> KeyCommand {
    KeyCommand(key, title: title, isHinted: isHinted) { [weak text] in
      guard let text else { return }
      text.setContentOffset(text.contentOffset.offsetBy(dx: 0, dy: lines))
    }
  }
}

/// The layout of an alert's parts in a given size, computed without any view.
nonisolated struct AlertArrangement {
  /// The most columns of a text: longer lines are hard to read.
  private static let widestText = 60

  /// Columns between two buttons.
  private static let gap = 1

  /// The size that the alert needs, limited to the available size.
  private(set) var size = Size.zero

  /// The visible part of the text, and its whole extent.
  private(set) var textFrame = Rect.zero
  private(set) var textSize = Size.zero

  /// The visible part of the answers, and their whole extent.
  private(set) var listFrame = Rect.zero
  private(set) var listSize = Size.zero

  /// Title, message and buttons, in the coordinates of the text and the list.
  private(set) var title = Rect.zero
  private(set) var message = Rect.zero
  private(set) var buttons: [Rect] = []

  /// - Parameter buttons: The columns that each takes.
  init(title: String, message: String, buttons widths: [Int], isList: Bool, room: Size) {
    let widest = min(room.width, Self.widestText)
    let line = widths.reduce(0) { $0.adding($1) }.adding(Self.gap * max(0, widths.count - 1))
    let isLine = !isList && line <= widest
    let text = max(Self.width(of: title, limit: widest), Self.width(of: message, limit: widest))
    let wanted = max(text, isLine ? line : widths.max() ?? 0)
    var width = max(0, min(wanted, widest))
    let listHeight = isLine ? min(1, widths.count) : widths.count

    placeText(title, message, width: width)
    let hasBoth = textSize.height > 0 && listHeight > 0
    let height = textSize.height + listHeight + (hasBoth ? 1 : 0)
    var shownList = listHeight
    var gap = hasBoth ? 1 : 0
    if height > room.height {
      // The answers get at least half of the height, or all that the text leaves.
      shownList = min(listHeight, max(1, room.height / 2, room.height - textSize.height - 1))
      if room.height <= shownList + 2 { gap = 0 }
    }
    let isMarked = shownList < listHeight
    if isMarked {
      // Scrollable lists need the same two columns for their mark.
      width = min(widest, max(width, (widths.max() ?? 0).adding(2)))
      placeText(title, message, width: width)
    }
    let shownText = max(0, min(textSize.height, room.height - shownList - gap))
    // The mark of scrollable text needs columns of its own.
    if shownText < textSize.height { placeText(title, message, width: max(1, width - 2)) }

    size = Size(width: width, height: min(room.height, shownText + gap + shownList))
    textFrame = Rect(x: 0, y: 0, width: width, height: shownText)
    listFrame = Rect(x: 0, y: shownText + gap, width: width, height: shownList)
    listSize = Size(width: width, height: listHeight)
    var x = 0
    for (index, button) in widths.enumerated() {
      let place = isLine ? Point(x: x, y: 0) : Point(x: 0, y: index)
      let most = max(0, width - place.x - (isMarked ? 2 : 0))
      self.buttons.append(Rect(x: place.x, y: place.y, width: min(button, most), height: 1))
      x += button + Self.gap
    }
  }

  /// Puts the message below the title, with a row between them.
  private mutating func placeText(_ title: String, _ message: String, width: Int) {
    let above = Self.height(of: title, width: width)
    let below = Self.height(of: message, width: width)
    let start = above + (above > 0 && below > 0 ? 1 : 0)
    self.title = Rect(x: 0, y: 0, width: width, height: above)
    self.message = Rect(x: 0, y: start, width: width, height: below)
    textSize = Size(width: width, height: start + below)
  }

  private static func height(of text: String, width: Int) -> Int {
    text.isEmpty || width <= 0 ? 0 : CellText.wrapped(text, toWidth: width).count
  }

  /// The columns of the longest line, no more than a limit.
  private static func width(of text: String, limit: Int) -> Int {
    var widest = 0
    for line in text.split(whereSeparator: \.isNewline) where widest < limit {
      widest = max(widest, CellText.width(of: String(line)))
    }
    return min(widest, limit)
  }
}

/// The text of an alert, whose position is part of the state of the screen that asked.
final class AlertText: ScrollView {
  /// Called when the position changed.
  var didScroll: () -> Void = {}

  override func setNeedsPreservation() {
    super.setNeedsPreservation()
    didScroll()
  }
}
