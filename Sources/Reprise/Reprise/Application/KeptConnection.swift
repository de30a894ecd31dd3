import Dispatch
import Glibc

/// The one connection that an app keeps while it is suspended, and the calls that keep it alive.
struct KeptConnection {
  /// The socket; `nil` without one.
  var descriptor: Int32?

  /// What tells of files that concern the other end as well; `nil` without one.
  var files: Int32?

  /// What hears of both.
  var handler: (@MainActor () async -> Void)?

  /// Tells of data; suspended while the handler of the connection runs.
  var source: (any DispatchSourceRead)?

  /// The number of that handler; `nil` while it does not run.
  var hearing: Int?

  /// How often the app has to be called in the background, and what is called then.
  var keepAlive: (timeout: Duration, handler: @MainActor () async -> Void)?

  /// The next of these calls, and when it comes, in seconds since the machine started.
  var call: DelayedCall?
  var callTime = 0.0

  /// When to call after a time, some tenth before the timeout is over.
  ///
  /// Times lie on a grid of the machine's clock, so apps that have the same timeout wake it together (contract 8.8.4).
  static func callTime(after now: Double, timeout: Double) -> Double {
    let grid = timeout / 10
    return ((now + 0.85 * timeout) / grid).rounded(.up) * grid
  }

  /// The handlers that run, of data and of calls, by numbers of their own.
  var handlers: [Int: Task<Void, Never>] = [:]
  var handlerCount = 0

  /// Ends the time that the app has in the background.
  var patience: DelayedCall?

  /// Whether the app has to be woken for data or for the time.
  var isThere: Bool { source != nil || keepAlive != nil }
}

/// Why a connection is not kept.
public enum ConnectionError: Error, Hashable, CustomStringConvertible {
  /// The descriptor is no socket.
  case notASocket(Int32)
  /// Another one is kept: there is one for each app.
  case alreadyKept

  /// One line for a person.
  public var description: String {
    switch self {
    case .notASocket(let descriptor): "the descriptor \(descriptor) is no socket"
    case .alreadyKept: "a connection is kept already; release it first"
    }
  }
}
