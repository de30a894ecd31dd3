import CTerminal
import Glibc

/// The loop of the main thread: runs Dispatch's main queue, and reads the terminal itself.
///
/// Under `RunLoop` or `dispatchMain()` a key wakes a thread of Dispatch, which wakes the main one; that
/// takes as long as the key's whole turn. Here the main thread waits for the terminal as well. Timers,
/// signals and files go by the main queue as ever.
@MainActor public final class MainLoop {
  /// What is read besides the main queue, and what to do when there is something.
  private var watched: (descriptor: Int32, action: () -> Void)?

  /// Makes a loop that is not running yet; to be handed to a ``CursesTerminal``.
  public init() {}

  /// Has a function called whenever a descriptor can be read, until ``unwatch()``; there is one at a
  /// time.
  func watch(_ descriptor: Int32, _ action: @escaping () -> Void) {
    watched = (descriptor, action)
  }

  func unwatch() {
    watched = nil
  }

  /// Runs for ever, on the main thread; the app ends the process.
  public func run() -> Never {
    let queue = terminal_main_queue_descriptor()
    // What was put on the queue before anybody asked for the descriptor has not made it readable.
    terminal_main_queue_run()
    while true {
      // A negative descriptor is passed over.
      var waiting = [
        pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watched?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 else { continue }
      if waiting[0].revents != 0 { terminal_main_queue_run() }
      // What ran may have stopped the reading.
      if waiting[1].revents != 0, let watched, watched.descriptor == waiting[1].fd {
        watched.action()
      }
    }
  }
}
