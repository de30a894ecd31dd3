import Reprise

/// A line under a list in which one types what to look for.
final class FilterBar: View {
  let field = TextField()
  private let remark = Label("", style: .secondary)
  private let mark = Label("/", style: .accent.adding(.bold))

  init() {
    super.init()
    field.restorationIdentifier = "filter"
    field.placeholder = "words to look for, \"a phrase\", -not"
    addSubview(mark)
    addSubview(field)
    addSubview(remark)
  }

  /// What there is to say about what was typed, at the end of the line.
  var remarkText: String {
    get { remark.text }
    set {
      remark.text = newValue
      setNeedsLayout()
    }
  }

  override func layoutSubviews() {
    mark.frame = Rect(x: 1, y: 0, width: 1, height: 1)
    // Half of the line stays for what is being typed.
    let wanted = CellText(remarkText).width
    let width = min(wanted == 0 ? 0 : wanted + 1, bounds.width / 2)
    field.frame = Rect(x: 3, y: 0, width: max(0, bounds.width - 4 - width), height: 1)
    remark.frame = Rect(
      x: bounds.width - width, y: 0, width: max(0, width - 1), height: width == 0 ? 0 : 1)
  }
}
