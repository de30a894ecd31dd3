import Inventory
import Reprise

/// One line of a form: a label, something to fill in, and below it what is wrong with that.
final class FormRow: View {
  let label: Label
  let control: View
  private let problem = Label("", style: Style(foreground: .red))

  /// Columns kept for the labels.
  static let labelWidth = 15

  init(_ title: String, control: View) {
    label = Label(title, style: Style(foreground: .cyan))
    self.control = control
    super.init()
    addSubview(label)
    addSubview(control)
    addSubview(problem)
  }

  /// What is wrong with what was filled in; blank when nothing is.
  var problemText: String {
    get { problem.text }
    set {
      problem.text = newValue
      superview?.setNeedsLayout()
      setNeedsLayout()
    }
  }

  /// Rows that the line takes.
  var height: Int { problemText.isEmpty ? 1 : 2 }

  override func layoutSubviews() {
    let left = Self.labelWidth + 1
    label.frame = Rect(x: 1, y: 0, width: Self.labelWidth - 1, height: 1)
    control.frame = Rect(x: left, y: 0, width: max(0, bounds.width - left - 1), height: 1)
    problem.frame = Rect(x: left, y: 1, width: max(0, bounds.width - left - 1), height: height - 1)
  }
}
