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

  /// Shows a line until the next key.
  public func show(notice: String) {
    clearNotice()
    if !isNoticeProblem { self.notice = notice }
  }

  /// Shows a line about a failure.
  ///
  /// It stays until the first key after it was on screen, so that keys typed ahead do not remove it
  /// unseen.
  public func show(problem: String) {
    notice = problem
    (isNoticeProblem, isNoticeSeen) = (true, false)
  }

  /// Removes the notice, as the next key does.
  func clearNotice() {
    guard !isNoticeProblem || isNoticeSeen else { return }
    notice = nil
    isNoticeProblem = false
  }
}
