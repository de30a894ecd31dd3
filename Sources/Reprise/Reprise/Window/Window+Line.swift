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

  /// The user's choice where to show the notices of each kind; by default in the line and the list.
  public var noticePlaces: [NoticeKind: NoticePlace] {
    get { notices.places }
    set { notices.places = newValue }
  }

  /// Says something: in a line until the next key, if the person wants notices of that kind there, and in the list.
  public func show(notice: String, kind: NoticeKind = .information) {
    if kind == .error { return show(problem: notice) }
    if list(notice, kind) { showLine(notice) }
  }

  /// Says that something failed.
  ///
  /// The line stays until the first key after it was on screen, so that keys typed ahead do not remove it
  /// unseen.
  public func show(problem: String) {
    guard list(problem, .error) else { return }
    notice = problem
    (isNoticeProblem, isNoticeSeen) = (true, false)
  }

  /// Removes all notices from the line and the list, for example when they name content that is now hidden.
  public func forgetNotices() {
    (notice, isNoticeProblem) = (nil, false)
    notices.removeAll()
    setNeedsPreservation()
  }

  /// Removes an outdated line, such as an error that was fixed; the list keeps it.
  public func withdrawNotice(where isOver: (String) -> Bool) {
    guard let notice, isOver(notice) else { return }
    (self.notice, isNoticeProblem) = (nil, false)
  }

  /// Shows a line that answers a key; it is in no list.
  func showLine(_ text: String) {
    clearNotice()
    if !isNoticeProblem { notice = text }
  }

  /// Adds a notice to the list; returns whether it is shown as a line as well.
  private func list(_ text: String, _ kind: NoticeKind) -> Bool {
    if notices.notices.isEmpty { setNeedsPreservation() }
    notices.add(text, kind)
    return noticePlaces[kind] != .list
  }

  /// Removes the notice, as the next key does.
  func clearNotice() {
    guard !isNoticeProblem || isNoticeSeen else { return }
    notice = nil
    isNoticeProblem = false
  }
}

/// The person's own editor, for the texts in the window.
extension Window {
  var offersExternalEditor: Bool { app?.offersExternalEditor ?? false }

  func editExternally(_ text: any ExternallyEdited) { app?.editExternally(text) }

  func recoverExternalEdit(of text: any ExternallyEdited) { app?.recoverExternalEdit(of: text) }
}
