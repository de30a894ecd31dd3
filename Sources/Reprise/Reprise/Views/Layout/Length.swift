/// How much of a ``StackView`` a view gets, along the axis of the stack.
///
/// ```swift
/// Row {
///   Label("Name").length(.cells(10))
///   TextField().length(.fill().atMost(40))
///   Button("Save")  // as much as it needs: `.fit`
/// }
/// ```
public nonisolated struct Length: Hashable, Sendable {
  enum Kind: Hashable {
    case fit
    case cells(Int)
    case fill(weight: Int)
    case percent(Int)
  }

  let kind: Kind

  /// The minimum number of cells; takes precedence over ``maximum``.
  private(set) var minimum = 0

  /// The maximum number of cells.
  private(set) var maximum = Int.max

  private init(_ kind: Kind) { self.kind = kind }

  /// As many cells as the view needs (``View/sizeThatFits(_:)``).
  public static let fit = Length(.fit)

  /// A number of cells.
  public static func cells(_ count: Int) -> Length { Length(.cells(max(0, count))) }

  /// A share of the remaining space; a view with twice the weight gets twice as much.
  public static func fill(_ weight: Int = 1) -> Length { Length(.fill(weight: max(0, weight))) }

  /// A percentage of the stack, not counting its padding and spacing.
  ///
  /// If the percentages add up to more than 100, they are scaled down to fit.
  public static func percent(_ percent: Int) -> Length {
    Length(.percent(min(max(0, percent), 100)))
  }

  /// The same length, but at least a number of cells, if the stack has that many.
  public func atLeast(_ count: Int) -> Length {
    var length = self
    length.minimum = max(0, count)
    return length
  }

  /// The same length, but at most a number of cells.
  public func atMost(_ count: Int) -> Length {
    var length = self
    length.maximum = max(0, count)
    return length
  }

  /// The count, clamped to the bounds.
  func bounded(_ count: Int) -> Int { max(minimum, min(count, maximum)) }

  var isFit: Bool { kind == .fit }

  /// The weight of a ``fill(_:)``; 0 for others.
  var weight: Int {
    if case .fill(let weight) = kind { weight } else { 0 }
  }

  /// The percentage of a ``percent(_:)``; 0 for others.
  var percents: Int {
    if case .percent(let percents) = kind { percents } else { 0 }
  }
}

/// Whether a window has little or ordinary space in a direction.
///
/// ```swift
/// override func updateProperties() {
///   history.isHidden = horizontalSizeClass == SizeClass.compact
/// }
/// ```
public nonisolated enum SizeClass: Hashable, Sendable {
  /// Little space: stack everything, with captions above their fields.
  case compact
  /// The space of an ordinary terminal.
  case regular

  /// The number of columns from which a window is regular.
  public static let regularColumns = 60

  /// The number of rows from which a window is regular.
  public static let regularRows = 20

  /// The class of a number of columns.
  static func horizontal(_ columns: Int) -> SizeClass {
    columns < regularColumns ? .compact : .regular
  }

  /// The class of a number of rows.
  static func vertical(_ rows: Int) -> SizeClass { rows < regularRows ? .compact : .regular }
}
