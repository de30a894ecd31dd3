import Dispatch

/// Questions to the terminal, sent after a frame, and its answers; drawing never waits for them.
extension CursesTerminal {
  /// Asks which color the background has, once a frame is out; the answer is an event.
  ///
  /// Asked at the start, and again after the terminal was reacquired or got the focus: behind a
  /// multiplexer it may be another terminal, and some change their background at night.
  func askForBackground() {
    guard question.isUnasked, wantedTheme == nil, capabilities.colors > 0, let session,
      session.modes.canBeAsked
    else { return }
    question.ask()
    session.sink.write(BackgroundReply.question)
  }

  /// Asks for the terminal type after the first frame that follows a return.
  func askForType() {
    guard usesColor, let session, session.modes.canBeAsked, let question = typeQuestion.ask()
    else { return }
    session.sink.write(question)
  }

  /// How long after a frame the features are asked for: an answer to an app that has died becomes the shell's input, and
  /// an app that dies of its state does so at once.
  private static let featureDelay = DispatchTimeInterval.milliseconds(500)

  /// Asks for the optional features some time after the first frame.
  func askForFeaturesLater() {
    guard features.isDue, !isFeatureQuestionWaiting else { return }
    isFeatureQuestionWaiting = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.featureDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isFeatureQuestionWaiting = false
        // The answers to both questions end alike.
        self.graphics.isReplyPending ? self.askForFeaturesLater() : self.askForFeatures()
      }
    }
  }

  /// Asks for the optional features, in a second step after the first answer.
  func askForFeatures() {
    guard let session, !isSuspended, session.modes.canBeAsked, let question = features.ask() else {
      return
    }
    session.sink.write(question)
  }

  /// Turns features on; from now on, restoring the terminal also turns them off.
  func start(_ features: [TerminalFeatures.Feature]) {
    guard !features.isEmpty, !isSuspended else { return }
    session?.modes.features = self.features.active
    session?.noteTaken()
    session?.sink.write(features.flatMap { Array($0.start.utf8) })
    // Text that is on the screen may have another width.
    if features.contains(.separateScalars) { redrawFrame() }
  }

  /// Has the features asked for again: they were turned off, or it is another terminal.
  func forgetFeatures() {
    features = TerminalFeatures(wantsColorScheme: usesColor && wantedTheme == nil)
    session?.modes.features = []
  }

  /// Waits for the features' answers, since both questions end with the same one.
  func askForGraphics() {
    guard capabilities.colors > 0, !features.isReplyPending, let session, session.modes.canBeAsked,
      let question = graphics.ask(knowsCell: session.tty.cellPixels != nil)
    else { return }
    session.sink.write(question)
  }

  /// Enables graphics: from now on, restoring the terminal also removes them.
  func graphicsDidArrive(_ form: GraphicForm) {
    session?.modes.restoreGraphics(form)
    if !isSuspended { session?.noteTaken() }
    measureCells()
  }

  /// Notes how many pixels a cell has: a Sixel drawing has to know it, what Kitty shows is fitted.
  func measureCells() {
    capabilities.cellPixels = nil
    guard graphics.isUsable, let form = graphics.form, let session else { return }
    let usual = form == .pixels ? Size(width: 10, height: 20) : nil
    capabilities.cellPixels = session.tty.cellPixels ?? graphics.cellPixels ?? usual
    capabilities.graphicForm = form
  }

  // MARK: - Answers

  /// Removes answers from the events; an unrequested answer changes nothing.
  func note(
    _ events: [TerminalEvent]
  ) -> (hasTheme: Bool, hasType: Bool, hasGraphics: Bool) {
    let color = question.note(events) { if case .background(let color) = $0 { color } else { nil } }
    let theme = color.map { Theme(.fitting($0), colors: capabilities.colors) }
    let isNews = theme.map { $0 != capabilities.theme } ?? false
    if let theme { capabilities.theme = theme }
    let hasType = typeQuestion.answer(in: events).map(adopt) ?? false
    let hasGraphics = graphics.note(events)
    if hasGraphics, let form = graphics.form { graphicsDidArrive(form) }
    return (isNews, hasType, hasGraphics)
  }

  /// Adopts the terminal's reported colors, and redraws everything if they have changed.
  ///
  /// - Returns: Whether it is another terminal than before.
  private func adopt(_ type: ReportedType) -> Bool {
    let former = capabilities
    if let name = type.name { capabilities.reportedName = name }
    if let count = type.colors { session?.screen.limitColors(to: count) }
    capabilities.colors = session?.screen.colors ?? capabilities.colors
    guard capabilities.colors == former.colors else {
      // Without color no theme had a name.
      let name = former.colors > 0 ? former.theme.name : wantedTheme ?? suggestedTheme
      capabilities.theme = Theme(
        name, colors: capabilities.colors, isOnLight: suggestedTheme == .light)
      redraw()
      return true
    }
    // Its first answer changes nothing.
    return former.reportedName != nil && former.reportedName != capabilities.reportedName
  }
}
