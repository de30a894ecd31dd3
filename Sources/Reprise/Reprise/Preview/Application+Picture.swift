extension Application {
  /// Presses keys in an app on a headless terminal, and returns the last frame.
  ///
  /// Before each key the background work of the one before is finished.
  ///
  /// ```swift
  /// let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
  /// let application = try NotesApp().makeApplication(device: terminal, store: store, home: home)
  /// try application.launch()
  /// let frame = application.frame(after: KeyScript("nMilk<Tab>").keys, on: terminal)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys, in order.
  ///   - terminal: The terminal on which the app was launched.
  public func frame(after keys: [KeyPress], on terminal: HeadlessTerminal) -> Frame {
    finishBackgroundWork()
    for key in keys {
      terminal.send([.key(key)])
      finishBackgroundWork()
    }
    return terminal.frames.last ?? Frame(size: terminal.size)
  }
}
