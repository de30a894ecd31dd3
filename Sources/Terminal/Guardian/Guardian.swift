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

  /// Has the guardian write the number of the signal that ends the app into a file, and when it did.
  ///
  /// The file is not made: one that does not exist then is no place to write to. Without a guardian
  /// nothing is written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: Where in it the 4 bytes of the number go, the lowest first, and after them the 8 bytes of
  ///     the time: nanoseconds of the monotonic clock.
  /// - Returns: Whether there is a guardian.
  public static func noteEnd(inFile path: String, at offset: Int) -> Bool {
    terminal_guardian_note_end_in(path, UInt64(offset))
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

  /// Has the shell take the app for stopped while it goes on without the terminal.
  ///
  /// Give the terminal back first. When the shell continues the app, ``SystemSignal/resume`` arrives
  /// as an event.
  ///
  /// - returns: `false`, at once, without a guardian or a shell that could continue the app.
  public static func stopJob() -> Bool {
    terminal_guardian_stop_job()
  }

  /// Has the system end the app if it does not say in time that it is done; see ``endWatch()``.
  ///
  /// Works whatever the app is stuck in. Time in which the process is stopped or frozen counts as one
  /// second at most. Does nothing without a guardian, which has to give the
  /// terminal back, or in a debugger.
  ///
  /// - Parameters:
  ///   - seconds: How long the app has.
  ///   - startsAgain: Whether the guardian then starts the app again, as after a crash.
  public static func watch(forSeconds seconds: Int, startingAgain startsAgain: Bool) {
    terminal_guardian_watch(UInt32(clamping: seconds), startsAgain)
  }

  /// Says that the app is done with what it was watched for.
  public static func endWatch() {
    terminal_guardian_watch(0, false)
  }
}
