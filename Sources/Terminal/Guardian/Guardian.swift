import CTerminal

/// The parent process that gives the terminal back however the app ends (design 4).
///
/// After a crash it starts the app again, twice at most. It is not needed for the terminal to work: an
/// app that does not call ``run(_:)`` only cleans up after itself where a process can.
public enum Guardian {
  /// What a guardian needs to know about its app.
  public struct Options: Sendable {
    /// The name in the one line that is printed when the app was ended by a signal.
    public var programName: String

    /// What process lists call the guardian; the system keeps 15 bytes.
    public var processName: String

    /// Whether the app is started again after a crash.
    public var restarts: Bool

    /// Makes options.
    public init(programName: String, processName: String, restarts: Bool = true) {
      self.programName = programName
      self.processName = processName
      self.restarts = restarts
    }
  }

  /// Splits off the guardian; only the app returns from here.
  ///
  /// Must be the first thing in `main`, while there is one thread.
  ///
  /// - returns: How often the app was started again after a crash: 0, 1 or 2. Also 0 when the system
  ///   allows no further process, and the app runs without a guardian.
  public static func run(_ options: Options) -> Int {
    Int(
      max(
        0, terminal_guardian_run(options.programName, options.processName, options.restarts)))
  }

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
