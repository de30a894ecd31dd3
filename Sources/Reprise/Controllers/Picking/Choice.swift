/// Shows what is chosen; Enter, Space, Right or a click leads to where it is chosen.
///
/// Of options of its own a list opens over the screen:
///
/// ```swift
/// @Restorable("condition") var condition = 0
/// lazy var choice = Choice(["new", "used", "broken"], $condition)
/// ```
///
/// Where there is more to choose from, a press does what the app says, which sets ``text``:
///
/// ```swift
/// let place = Choice(text: "Kitchen") { [unowned self] in navigationController?.push(picker) }
/// ```
public final class Choice: Control {
  /// What there is to choose from; none where the app lets choose elsewhere.
  public var options: [String] = [] {
    didSet { if options != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The position of the chosen option, if one is.
  ///
  /// The value is the app's to keep; a position that does not exist is as good as none.
  public var selectedIndex: Int? {
    didSet { if selectedIndex != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// What is shown where no option is chosen: what was chosen elsewhere.
  public var text = "" {
    didSet { if text != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// What is shown while nothing is chosen.
  public var placeholder = "none" {
    didSet { if placeholder != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// What the list of options asks, such as the caption that stands beside the control.
  public var title = ""

  /// Makes a choice of options.
  public init(_ options: [String], selectedIndex: Int? = nil) {
    self.options = options
    self.selectedIndex = selectedIndex
    super.init()
  }

  private var bound = BoundValue<Int?>()

  /// Makes a choice that shows and sets a position that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property the control is called like that in the state, so that the focus
  /// comes back to it.
  public convenience init(_ options: [String], _ selectedIndex: Binding<Int>) {
    let position = Binding<Int?>(
      key: selectedIndex.key, get: { selectedIndex.wrappedValue },
      set: { if let index = $0 { selectedIndex.wrappedValue = index } })
    self.init(options, position)
  }

  /// Makes a choice that shows and sets a position that lies elsewhere, of none at first perhaps.
  public convenience init(_ options: [String], _ selectedIndex: Binding<Int?>) {
    self.init(options, selectedIndex: selectedIndex.wrappedValue)
    bound = BoundValue(selectedIndex, of: self)
  }

  override func showBoundValue() { bound.show { selectedIndex = $0 } }

  /// Makes a choice of what the app offers elsewhere.
  ///
  /// - Parameters:
  ///   - text: What is chosen.
  ///   - action: Leads to where another one is chosen.
  public init(text: String = "", action: @escaping () -> Void) {
    self.text = text
    super.init()
    addAction(for: .primaryActionTriggered, action)
  }

  /// Right leads to where one chooses, as it does in a list.
  public override func isPrimaryKey(_ press: KeyPress) -> Bool {
    press == KeyPress(.right) || super.isPrimaryKey(press)
  }

  public override func performPrimaryAction() {
    if !options.isEmpty { presentOptions() }
    super.performPrimaryAction()
  }

  /// Lets the person choose from a list over the screen, on which the focus stands on what is chosen.
  private func presentOptions() {
    let list = AlertController(title: title, style: .actionSheet)
    for (index, option) in options.enumerated() {
      list.addAction(Action("option.\(index)", option) { [weak self] in self?.choose(index) })
    }
    list.addAction(.cancel())
    list.preferredActionID = "option.\(selectedIndex ?? 0)"
    owningController?.present(list)
  }

  private func choose(_ index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    bound.store(index, of: self)
    sendActions(for: .valueChanged)
  }

  // MARK: - Looks

  /// What is shown now.
  var shownText: String {
    if let selectedIndex, options.indices.contains(selectedIndex) { return options[selectedIndex] }
    return text.isEmpty ? placeholder : text
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: CellText.width(of: shownText) + 2, height: 1).limited(to: size)
  }

  public override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let width = max(0, canvas.bounds.width - 2)
    let end = canvas.draw(shownText, at: .zero, width: width, style: look)
    canvas.draw(" ›", at: Point(x: end, y: 0), style: .accent)
  }
}
