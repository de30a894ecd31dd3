extension Application {
  /// Presses keys on a terminal without a screen, and returns what is shown in the end.
  ///
  /// Each key finds what the work of the one before brought (``finishBackgroundWork(within:)``).
  ///
  /// ```swift
  /// let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
  /// let application = try NotesApp().makeApplication(device: terminal, store: store, home: home)
  /// try application.launch()
  /// let frame = application.frame(after: KeyScript("nMilk<Tab>").keys, on: terminal)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys, one after the other.
  ///   - terminal: The terminal that the app was launched on.
  public func frame(after keys: [KeyPress], on terminal: HeadlessTerminal) -> Frame {
    finishBackgroundWork()
    for key in keys {
      terminal.send([.key(key)])
      finishBackgroundWork()
    }
    return terminal.frames.last ?? Frame(size: terminal.size)
  }
}
