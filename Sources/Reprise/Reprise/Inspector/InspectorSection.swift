/// Lines of the inspector under a heading.
struct InspectorSection {
  let title: String
  let lines: [Line]

  /// A line with a mark in front that says how things stand.
  struct Line {
    enum Mark: String {
      case good = "●"
      case changed = "◆"
      case doubtful = "▲"
      case bad = "○"
      case none = " "
    }

    let mark: Mark
    let text: String

    init(_ text: String, mark: Mark = .none) {
      self.mark = mark
      self.text = text
    }
  }
}
