import Inventory
import Reprise

/// One entry of a form: a label, something to fill in, and below it what is wrong with that.
final class FormRow: View {
  let label: Label
  let control: View
  private let problem = Label("", style: .destructive)

  /// Columns kept for the labels.
  static let labelWidth = 15

  init(_ title: String, control: View) {
    label = Label(title, style: .accent)
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

  private var problemHeight: Int { problemText.isEmpty ? 0 : 1 }

  /// Rows that the line takes in a form of a size: a text grows with what is typed, within reason.
  func height(in size: Size) -> Int {
    guard let text = control as? TextView else { return 1 + problemHeight }
    let width = Self.controlWidth(size.width)
    let highest = min(8, max(3, size.height - 2))
    let wanted = text.sizeThatFits(Size(width: width, height: highest)).height
    return max(3, wanted) + problemHeight
  }

  private static func controlWidth(_ width: Int) -> Int { max(0, width - labelWidth - 2) }

  override func layoutSubviews() {
    let left = Self.labelWidth + 1
    let width = Self.controlWidth(bounds.width)
    let height = max(0, bounds.height - problemHeight)
    label.frame = Rect(x: 1, y: 0, width: Self.labelWidth - 1, height: 1)
    control.frame = Rect(x: left, y: 0, width: width, height: height)
    problem.frame = Rect(x: left, y: height, width: width, height: problemHeight)
  }
}
