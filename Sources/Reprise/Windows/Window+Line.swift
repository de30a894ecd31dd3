extension Window {
  /// What the bottom row shows and the state knows.
  struct Line {
    var notice: String?
    var isNoticeProblem: Bool
    var pendingKeys: [KeyPress]
  }

  /// The bottom row now, as far as the state knows it.
  var line: Line {
    get { Line(notice: notice, isNoticeProblem: isNoticeProblem, pendingKeys: pendingKeys) }
    set {
      (notice, isNoticeProblem) = (newValue.notice, newValue.isNoticeProblem)
      pendingKeys = newValue.pendingKeys
    }
  }
}
