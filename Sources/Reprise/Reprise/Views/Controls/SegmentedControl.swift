/// A few values side by side, one of them chosen.
///
/// ```swift
/// @Restorable("sorting") var sorting = 0
/// lazy var control = SegmentedControl(["Name", "Value", "Date"], $sorting)
/// ```
///
/// Use ``Choice`` for more values than fit on a line.
public final class SegmentedControl: Control {
  /// The names of the segments, from the left.
  public var titles: [String] {
    didSet {
      guard titles != oldValue else { return }
      selectedIndex = clamped(selectedIndex)
      invalidateIntrinsicContentSize()
    }
  }

  /// The index of the chosen segment; 0 if there are none.
  ///
  /// An index out of range becomes the nearest one, and is reported. The app stores the value, here or in the property
  /// that the control is bound to.
  public var selectedIndex: Int {
    didSet {
      let index = clamped(selectedIndex)
      if index != selectedIndex {
        refuse("\(nameInReports) has no segment \(selectedIndex): segment \(index) is selected")
        selectedIndex = index
      }
      guard index != oldValue else { return }
      setNeedsDisplay()
    }
  }

  private var bound = BoundValue<Int>()

  /// Creates a control bound to a value.
  ///
  /// If the index is out of range, the control shows the nearest segment and leaves the property unchanged. A control
  /// bound to a ``Restorable`` property uses the property's key as its restoration identifier, so that it can get the
  /// focus back.
  public convenience init(_ titles: [String], _ selectedIndex: Binding<Int>) {
    self.init(titles, selectedIndex: selectedIndex.wrappedValue)
    bound = BoundValue(selectedIndex, of: self)
  }

  override func showBoundValue() { bound.show { selectedIndex = $0 } }

  /// Creates a control with segments.
  public init(_ titles: [String], selectedIndex: Int = 0) {
    self.titles = titles
    self.selectedIndex = min(max(0, selectedIndex), max(0, titles.count - 1))
    super.init()
  }

  private func clamped(_ index: Int) -> Int { min(max(0, index), max(0, titles.count - 1)) }

  // MARK: - Keys and mouse

  /// Chooses the next segment; after the last one, the first.
  public override func performPrimaryAction() {
    guard !titles.isEmpty else { return }
    select((selectedIndex + 1) % titles.count)
  }

  public override var actions: [Action] { choosing }

  /// Taken at the ends, too: one step too many must not leave the screen.
  private lazy var choosing = [
    Action("segments.previous", "Previous", "Left", "h", of: self) {
      $0.select($0.selectedIndex - 1)
    },
    Action("segments.next", "Next", "Right", "l", of: self) { $0.select($0.selectedIndex + 1) },
    Action("segments.first", "First", "Home", of: self) { $0.select(0) },
    Action("segments.last", "Last", "End", of: self) { $0.select(.max) },
    Action("segments.cycle", "Next, or the first", "Space", of: self) { $0.performPrimaryAction() },
  ]

  /// Always `false`: the actions have the keys.
  public override func isPrimaryKey(_ press: KeyPress) -> Bool { false }

  private func select(_ index: Int) {
    let index = clamped(index)
    guard isEnabled, index != selectedIndex else { return }
    selectedIndex = index
    bound.store(index, of: self)
    sendActions(for: .valueChanged)
  }

  public override func press(at point: Point) {
    let hit = places(in: bounds.width).first { $0.columns.contains(point.x) }
    if let hit { select(hit.index) }
  }

  // MARK: - Looks

  /// The columns that all segments take.
  public var width: Int { titles.reduce(0) { $0 + Self.width(of: $1) } }

  override var measuresContent: Bool { true }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: width, height: 1).limited(to: size)
  }

  private static func width(of title: String) -> Int { CellText.width(of: title) + 2 }

  /// Where the segments are.
  ///
  /// If they do not all fit, they begin with the first one from which the chosen one is visible.
  private func places(in width: Int) -> [(index: Int, columns: Range<Int>)] {
    let widths = titles.map(Self.width)
    var first = 0
    while first < selectedIndex, widths[first...selectedIndex].reduce(0, +) > width { first += 1 }
    var places: [(index: Int, columns: Range<Int>)] = []
    var x = 0
    for index in titles.indices.dropFirst(first) {
      guard x < width else { break }
      places.append((index, x..<x + widths[index]))
      x += widths[index]
    }
    return places
  }

  /// The chosen one is in brackets, to be told apart without colors.
  public override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let plain = isEnabled ? style : .disabled
    for (index, columns) in places(in: canvas.bounds.width) {
      let isSelected = index == selectedIndex
      let text = isSelected ? "[\(titles[index])]" : " \(titles[index]) "
      canvas.draw(
        text, at: Point(x: columns.lowerBound, y: 0),
        width: canvas.bounds.width - columns.lowerBound,
        style: isSelected ? look : plain)
    }
  }

  public override var cursorPosition: Point? {
    let place = places(in: bounds.width).first { $0.index == selectedIndex }
    return place.map { Point(x: $0.columns.lowerBound + 1, y: 0) }
  }
}
