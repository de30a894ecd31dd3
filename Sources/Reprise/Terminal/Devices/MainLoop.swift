import CTerminal
import Glibc

/// The main thread's loop: runs Dispatch's main queue and polls the terminal itself.
///
/// Under `RunLoop` or `dispatchMain()` a key wakes a thread of Dispatch, which wakes the main
/// thread; that takes as long as the whole turn. Here the main thread polls the terminal as well.
/// Timers, signals and files still use the main queue.
@MainActor public final class MainLoop {
  /// The descriptor polled besides the main queue, and the action for its input.
  private var watched: (descriptor: Int32, action: () -> Void)?

  /// Makes a loop to pass to a ``CursesTerminal``; it does not run yet.
  public init() {}

  /// Calls a function whenever a descriptor is readable, until ``unwatch()``; only one descriptor
  /// at a time.
  func watch(_ descriptor: Int32, _ action: @escaping () -> Void) {
    watched = (descriptor, action)
  }

  func unwatch() {
    watched = nil
  }

  /// Runs for ever on the main thread; the app ends the process.
  public func run() -> Never {
    let queue = terminal_main_queue_descriptor()
    // Work queued before the queue's descriptor existed has not made it readable.
    terminal_main_queue_run()
    while true {
      // `poll` ignores a negative descriptor.
      var waiting = [
        pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watched?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 else { continue }
      if waiting[0].revents != 0 { terminal_main_queue_run() }
      // The work that ran may have ended the watch.
      if waiting[1].revents != 0, let watched, watched.descriptor == waiting[1].fd {
        watched.action()
      }
    }
  }
}
