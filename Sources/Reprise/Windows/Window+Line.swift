extension Window {
  /// The part of the bottom row that the state contains.
  struct Line {
    var notice: String?
    var isNoticeProblem: Bool
    var pendingKeys: [KeyPress]
  }

  /// The present bottom row, as the state contains it.
  var line: Line {
    get { Line(notice: notice, isNoticeProblem: isNoticeProblem, pendingKeys: pendingKeys) }
    set {
      (notice, isNoticeProblem) = (newValue.notice, newValue.isNoticeProblem)
      pendingKeys = newValue.pendingKeys
    }
  }
}
