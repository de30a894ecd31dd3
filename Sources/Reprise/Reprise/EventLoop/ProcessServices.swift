import Guardian
import Terminal

/// The services of the system: stopping the process, giving it time, killing it when it hangs.
///
/// An app can leave each of them out, and nothing fails until the day it is needed.
struct ProcessServices {
  /// Stops the process until it is continued; returns `false` at once if it could not be continued.
  var stopProcess: (() -> Bool)?

  /// Has the shell treat the app as stopped while it runs on; returns `false` at once if
  /// it could not be continued.
  var stopJob: () -> Bool = { false }

  /// Stops the process until it is continued, or has something to do for its connection; returns `nil` at once if
  /// it could not be continued.
  var sleepProcess: (Guardian.Suspension) -> Guardian.Wake? = { _ in nil }

  /// Gives the process more time after its connection woke it.
  var needTime: (Duration) -> Void = { _ in }

  /// Called around every stop of the process.
  var aroundStop: (_ stop: () -> Void) -> Void = { $0() }

  /// Gives freed memory back to the system.
  var giveMemoryBack: () -> Void = { MemoryMonitor.trim() }

  /// Kills the app if it takes too long.
  var watchdog: Watchdog?

  /// Stops the process until it is continued.
  ///
  /// - Returns: `false`, at once, if it could not be continued.
  func stop() -> Bool {
    var didStop = false
    aroundStop { didStop = stopProcess?() ?? false }
    return didStop
  }

  /// A line for each service that was not set.
  var gaps: [String] {
    var gaps: [String] = []
    if stopProcess == nil {
      gaps.append("Ctrl-Z does nothing: set stopProcess to Guardian.stop")
    }
    if watchdog == nil {
      gaps.append("nothing ends the app if it hangs: set its watchdog")
    }
    return gaps
  }
}
