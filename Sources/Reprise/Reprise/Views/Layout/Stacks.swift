/// Views one below the other.
///
/// ```swift
/// Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) {
///   Field("Name", TextField().named("name"))
///   Field("About", TextView().named("about")).length(.fill())
///   Row { Button("Save") { … }; Button("Cancel") { … } }
/// }
/// ```
open class Column: StackView {
  /// Makes a column of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    spacing: Int = 0, padding: EdgeInsets = .zero, @ViewBuilder content: () -> [View] = { [] }
  ) {
    super.init(axis: .vertical, spacing: spacing, padding: padding, content: content)
  }
}

/// Views side by side.
///
/// ```swift
/// Row { Label("3 things"); Spacer(); Button("Sort") { … } }
/// ```
open class Row: StackView {
  /// Makes a row of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    spacing: Int = 1, padding: EdgeInsets = .zero, @ViewBuilder content: () -> [View] = { [] }
  ) {
    super.init(axis: .horizontal, spacing: spacing, padding: padding, content: content)
  }
}

/// Room that fills what the views around it leave.
///
/// ```swift
/// Row { Label("Total"); Spacer(); Label("12.50") }
/// ```
public final class Spacer: View {
  /// Makes room of at least this many cells along the axis of the stack.
  public init(_ minimum: Int = 0) {
    super.init()
    length = .fill(1).atLeast(minimum)
  }

  public override func sizeThatFits(_ size: Size) -> Size { .zero }
}
