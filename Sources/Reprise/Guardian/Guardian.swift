import CGuardian
import Glibc

/// The parent process that restores the terminal however the app ends.
///
/// After a crash it restarts the app, twice at most. ``start(program:restartsAfterCrash:)`` gives any
/// program one. An executable that must not start twice lets the guardian fork before any Swift code
/// runs, with `GUARDIAN` from `guardian.h` in a C target of its own. The terminal works
/// without a guardian too, but then nothing restores it after a kill.
public enum Guardian {
  /// Makes this process the guardian and runs the program again in a child, where this call
  /// returns.
  ///
  /// Call it before there is a second thread. It does nothing without a terminal, in the child, and
  /// where the guardian has forked already.
  ///
  /// - Parameters:
  ///   - program: The program's name, for the line that reports a fatal signal.
  ///   - restartsAfterCrash: Whether a crash restarts the app.
  /// - Returns: `false` when the guardian could not be started: other threads run already, or the
  ///   system allows no further process.
  public static func start(program: String, restartsAfterCrash: Bool) -> Bool {
    // Never freed: the guardian uses them as long as it lives.
    guard let name = strdup(program), let processName = strdup(program + "-guard") else {
      return false
    }
    return guardian_start(
      name, processName, restartsAfterCrash, CommandLine.unsafeArgv)
  }

  /// Makes the guardian start the app again, in a fresh process, after it exits in order.
  ///
  /// - Parameter message: For ``message`` of the next start, of 255 bytes at most.
  /// - Returns: `false` without a guardian.
  public static func startAgain(saying message: String) -> Bool {
    guardian_start_again(message)
  }

  /// The message passed to ``startAgain(saying:)``; empty at the first start and without a
  /// guardian.
  public static var message: String { String(cString: guardian_message()) }

  /// How often the app was restarted after a crash: 0, 1 or 2; 0 without a guardian.
  public static var restarts: Int { Int(guardian_restarts()) }

  /// Makes the guardian record in a file the signal that ends the app, and the time.
  ///
  /// It never creates the file: if it is missing by then, nothing is written. Nothing is written
  /// without a guardian either.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: Where in the file the signal's number goes (4 bytes, little-endian), followed by
  ///     the time (8 bytes, nanoseconds of the monotonic clock).
  /// - Returns: Whether there is a guardian.
  public static func noteEnd(inFile path: String, at offset: Int) -> Bool {
    guardian_note_end_in(path, UInt64(offset))
  }

  /// Makes the guardian write a file if the app crashes, which the next launch reports.
  ///
  /// The first line is the signal's number; what the app printed last follows, such as the message of a
  /// trap, 16 KiB at most.
  ///
  /// - Returns: Whether there is a guardian.
  @discardableResult
  public static func noteCrash(inFile path: String) -> Bool {
    guardian_note_crash_in(path)
  }

  /// Stops the app and its guardian, as for `Ctrl-Z`, until the shell continues them.
  ///
  /// Release the terminal first. When the app runs again, ``SystemSignal/resume`` arrives as an
  /// event.
  ///
  /// - returns: `false`, immediately, when no shell could continue the app.
  public static func stop() -> Bool {
    guardian_stop()
  }

  /// Makes the shell consider the app stopped while it continues without the terminal.
  ///
  /// Release the terminal first. When the shell continues the app, ``SystemSignal/resume`` arrives
  /// as an event. The app can stop before with ``stop()`` or ``suspend(_:)``.
  ///
  /// - returns: `false`, immediately, without a guardian or without a shell that could continue the
  ///   app.
  public static func stopJob() -> Bool {
    guardian_stop_job()
  }

  /// The events that wake a suspended app.
  public struct Suspension: Hashable, Sendable {
    /// The descriptors that wake the app when they have input or their other end closes; four at
    /// most.
    public var descriptors: [Int32]

    /// When to wake it, in seconds since the machine started, its sleep included.
    public var deadline: Double?

    /// Whether the app's time ran out before it read everything: input that these already hold does not wake it.
    public var isLate = false

    /// Makes a suspension.
    public init(
      descriptors: [Int32] = [], deadline: Double? = nil, isLate: Bool = false
    ) {
      self.descriptors = descriptors
      self.deadline = deadline
      self.isLate = isLate
    }

    /// The deadline in nanoseconds of the clock; 0 for none.
    fileprivate var nanoseconds: UInt64 {
      deadline.map { UInt64(min(max(1, $0 * 1e9), 9e18)) } ?? 0
    }
  }

  /// The reason why a suspension ended.
  public enum Wake: Hashable, Sendable {
    /// A descriptor has something to read, or its other end closed it.
    case data
    /// The deadline came.
    case time
    /// The shell continued the app, or a signal came; the event follows.
    case continued
    /// The app did not sleep: a signal came first, and its event follows. Suspend again after that.
    case interrupted
  }

  /// Stops the app and its guardian, as ``stop()`` does, until the shell continues them or there is something to do.
  ///
  /// Meanwhile a process that the guardian leaves behind holds the descriptors. It wakes only the
  /// app; to the shell, the job stays stopped. The app then has ten seconds until it has to suspend
  /// again. After that it is stopped, unless it asked for more time (``extendTime(_:)``), and only
  /// the shell can wake it.
  ///
  /// - returns: The event that woke the app. It is `nil` immediately if the app has no guardian, no
  ///   shell that could continue it, or no watch on the signals.
  public static func suspend(_ suspension: Suspension) -> Wake? {
    let wake = guardian_suspend(
      suspension.descriptors, suspension.descriptors.count, suspension.nanoseconds,
      suspension.isLate)
    return switch wake {
    case GUARDIAN_WAKE_DATA: .data
    case GUARDIAN_WAKE_TIME: .time
    case GUARDIAN_WAKE_OTHER: .continued
    case GUARDIAN_WAKE_BUSY: .interrupted
    default: nil
    }
  }

  /// Gives the app more time, from now, before it is stopped again after it was woken.
  public static func extendTime(_ duration: Duration) {
    guardian_extend_time(UInt32(clamping: duration.components.seconds))
  }

  /// Notes a program that runs without the terminal and leads a process group: if the app ends first, the group gets
  /// SIGTERM.
  ///
  /// Forget it when it has ended. At most sixteen are noted at a time.
  public static func noteProgram(_ process: pid_t) {
    guardian_note_program(process)
  }

  /// Forgets a noted program, which has ended.
  public static func forgetProgram(_ process: pid_t) {
    guardian_forget_program(process)
  }

  /// Starts a watchdog that kills the app unless ``endWatch()`` comes in time.
  ///
  /// It works whatever the app is stuck in. Time in which the process is stopped or frozen counts
  /// as one second at most. It does nothing in a debugger, or without a guardian, which has to
  /// restore the terminal.
  ///
  /// - Parameters:
  ///   - seconds: The time limit.
  ///   - startsAgain: Whether the guardian then restarts the app, as after a crash.
  public static func watch(forSeconds seconds: Int, startingAgain startsAgain: Bool) {
    guardian_watch(UInt32(clamping: seconds), startsAgain)
  }

  /// Stops the watchdog.
  public static func endWatch() {
    guardian_watch(0, false)
  }
}
