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

  /// The arrangements for the rooms asked for: that of the window, and the resulting one.
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
      for button in buttons { list.addSubview(button) }
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
        scroll(KeyPress(.down), by: 1, "Down a line"), scroll(KeyPress(.up), by: -1, "Up a line"),
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
