import CTerminal

/// The parent process that gives the terminal back however the app ends (design 4).
///
/// After a crash it starts the app again, twice at most. It splits off before any Swift code runs, so
/// an executable asks for it in a C target of its own, with `TERMINAL_GUARDIAN` from `guardian.h`.
/// It is not needed for the terminal to work: an app without one only cleans up after itself where a
/// process can.
public enum Guardian {
  /// How often the app was started again after a crash: 0, 1 or 2; 0 without a guardian.
  public static var restarts: Int { Int(terminal_guardian_restarts()) }

  /// Stops the app and its guardian, as `Ctrl-Z` asks, until the shell continues them.
  ///
  /// Give the terminal back first. When the app runs again, ``SystemSignal/resume`` arrives as an
  /// event.
  ///
  /// - returns: `false`, at once, when there is no shell that could continue the app.
  public static func stop() -> Bool {
    terminal_guardian_stop()
  }
}
