import Reprise

/// A line under a list in which one types what to look for.
final class FilterBar: View {
  let field = TextField()
  private let mark = Label("/", style: Style([.bold], foreground: .yellow))

  init() {
    super.init()
    field.restorationIdentifier = "filter"
    field.placeholder = "words to look for, \"a phrase\", -not"
    addSubview(mark)
    addSubview(field)
  }

  override func layoutSubviews() {
    mark.frame = Rect(x: 1, y: 0, width: 1, height: 1)
    field.frame = Rect(x: 3, y: 0, width: max(0, bounds.width - 4), height: 1)
  }
}
