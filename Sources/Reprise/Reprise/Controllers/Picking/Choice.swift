/// Shows a chosen value; Enter, Space, Right or a click leads to the choice.
///
/// A choice of options opens a list over the screen:
///
/// ```swift
/// @Restorable("condition") var condition = 0
/// lazy var choice = Choice(["new", "used", "broken"], $condition)
/// ```
///
/// For other values, pressing the control calls the app, which sets ``text``:
///
/// ```swift
/// let place = Choice(text: "Kitchen") { [unowned self] in navigationController?.push(picker) }
/// ```
///
/// If users choose by typing, ``didType`` opens the search with the first letter.
public final class Choice: Control {
  /// The options; empty if the value is chosen elsewhere.
  public var options: [String] = [] {
    didSet { if options != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The index of the chosen option, if one is chosen.
  ///
  /// The app stores the value. An index out of range counts as none, and is reported when the control is drawn.
  public var selectedIndex: Int? {
    didSet { if selectedIndex != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The text to show if no option is chosen: the value chosen elsewhere.
  public var text = "" {
    didSet { if text != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The text to show if nothing is chosen.
  public var placeholder = "none" {
    didSet { if placeholder != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The title of the list of options, such as the caption of the control.
  public var title = ""

  /// Makes a choice of options.
  public init(_ options: [String], selectedIndex: Int? = nil) {
    self.options = options
    self.selectedIndex = selectedIndex
    super.init()
  }

  /// Called with the text that the user types or pastes on the control, to start a search with it.
  ///
  /// ```swift
  /// place.didType = { [unowned self] text in
  ///   let picker = PlacePicker()
  ///   picker.narrow(to: text)
  ///   navigationController?.push(picker)
  /// }
  /// ```
  public var didType: ((String) -> Void)?

  override func dropClosures() {
    super.dropClosures()
    (didType, bound) = (nil, BoundValue())
  }

  private var bound = BoundValue<Int?>()

  /// Makes a choice whose selected index is bound to a property.
  ///
  /// If the property is ``Restorable``, its key becomes the control's restoration identifier, so that the
  /// focus is restored, too.
  public convenience init(_ options: [String], _ selectedIndex: Binding<Int>) {
    let position = Binding<Int?>(
      key: selectedIndex.key, get: { selectedIndex.wrappedValue },
      set: { if let index = $0 { selectedIndex.wrappedValue = index } })
    self.init(options, position)
  }

  /// Makes a choice whose selected index is bound to an optional property.
  public convenience init(_ options: [String], _ selectedIndex: Binding<Int?>) {
    self.init(options, selectedIndex: selectedIndex.wrappedValue)
    bound = BoundValue(selectedIndex, of: self)
  }

  override func showBoundValue() { bound.show { selectedIndex = $0 } }

  /// Makes a control for a value that is chosen elsewhere, for example on another screen.
  ///
  /// - Parameters:
  ///   - text: The chosen value.
  ///   - action: Lets the user choose, for example by pushing a picker.
  public init(text: String = "", action: @escaping () -> Void) {
    self.text = text
    super.init()
    addAction(for: .primaryActionTriggered, action)
  }

  public override var actions: [Action] { choosing }

  private lazy var choosing = [
    Action("choice.choose", "Choose", "Enter", "Space", "Right", of: self) {
      $0.performPrimaryAction()
    }
  ]

  /// Always `false`: the action handles the keys.
  public override func isPrimaryKey(_ press: KeyPress) -> Bool { false }

  public override func takes(_ press: KeyPress) -> Bool {
    super.takes(press) || (isEnabled && letter(press) != nil)
  }

  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard isEnabled, let letter = letter(press) else { return super.pressBegan(press) }
    didType?(letter)
    return true
  }

  /// The text of a key, if the control accepts typing; Space presses the control.
  private func letter(_ press: KeyPress) -> String? {
    guard didType != nil, let typed = press.typed, typed != " " else { return nil }
    return String(typed)
  }

  public override func paste(_ text: String) -> Bool {
    let line = text.onOneLine
    guard isEnabled, let didType, !line.isEmpty else { return false }
    didType(line)
    return true
  }

  public override func performPrimaryAction() {
    if !options.isEmpty { presentOptions() }
    super.performPrimaryAction()
  }

  /// The name of the question that presents the options.
  static let question = "reprise.choice"

  /// Presents the options as a list, with the focus on the chosen one.
  private func presentOptions() {
    guard let owner = owningController else { return }
    owner.ask(owner.question(about: self))
  }

  /// The list of options.
  func optionsAlert() -> AlertController? {
    if options.isEmpty { return nil }
    let list = AlertController(title: title, style: .actionSheet)
    for (index, option) in options.enumerated() {
      list.addAction(Action("option.\(index)", option) { [weak self] in self?.choose(index) })
    }
    list.addAction(.cancel())
    list.preferredActionID = "option.\(selectedIndex ?? 0)"
    return list
  }

  private func choose(_ index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    bound.store(index, of: self)
    sendActions(for: .valueChanged)
  }

  /// Reports an index that is out of range, once index and options are set.
  private func reportMissingOption() {
    guard let selectedIndex, !options.isEmpty, !options.indices.contains(selectedIndex) else {
      return
    }
    refuse("\(nameInReports) has no option \(selectedIndex): no option is selected")
  }

  // MARK: - Looks

  /// The text to show.
  var shownText: String {
    if let selectedIndex, options.indices.contains(selectedIndex) { return options[selectedIndex] }
    return text.isEmpty ? placeholder : text
  }

  override var measuresContent: Bool { true }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: CellText.width(of: shownText) + 2, height: 1).limited(to: size)
  }

  public override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    reportMissingOption()
    let width = max(0, canvas.bounds.width - 2)
    let end = canvas.draw(shownText, at: .zero, width: width, style: look)
    canvas.draw(" ›", at: Point(x: end, y: 0), style: .accent)
  }
}
