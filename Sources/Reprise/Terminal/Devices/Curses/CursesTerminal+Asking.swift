/// What the terminal is asked, behind a frame, and what it answers: nobody waits for it to draw.
extension CursesTerminal {
  /// Asks which colour the background has, once a frame is out; the answer is an event.
  ///
  /// Asked at first, and again when the terminal was taken anew or got the focus: it may be another one
  /// behind a multiplexer, or have another background at night.
  func askForBackground() {
    guard question.isUnasked, wantedTheme == nil, capabilities.colors > 0, let session,
      session.modes.canBeAsked
    else { return }
    question.ask()
    session.sink.write(BackgroundReply.question)
  }

  /// Asks what the terminal is, once the first frame is out for somebody who came back.
  func askForType() {
    guard usesColor, let session, session.modes.canBeAsked, let question = typeQuestion.ask()
    else { return }
    session.sink.write(question)
  }

  func askForGraphics() {
    guard capabilities.colors > 0, let session, session.modes.canBeAsked,
      let question = graphics.ask(knowsCell: session.tty.cellPixels != nil)
    else { return }
    session.sink.write(question)
  }

  /// Takes the terminal's word that it has graphics: whoever restores it removes them from now on.
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

  /// Takes the answers among events; what nobody asked for changes nothing.
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

  /// Takes the terminal's word for its colours, and draws everything again where they are others now.
  ///
  /// - Returns: Whether it is another terminal than before.
  private func adopt(_ type: ReportedType) -> Bool {
    let former = capabilities
    if let name = type.name { capabilities.reportedName = name }
    if let count = type.colors { session?.screen.limitColors(to: count) }
    capabilities.colors = session?.screen.colors ?? capabilities.colors
    guard capabilities.colors == former.colors else {
      // Without colour no theme had a name.
      let name = former.colors > 0 ? former.theme.name : wantedTheme ?? suggestedTheme
      capabilities.theme = Theme(name, colors: capabilities.colors)
      redraw()
      return true
    }
    // Its first answer tells nothing new.
    return former.reportedName != nil && former.reportedName != capabilities.reportedName
  }
}
