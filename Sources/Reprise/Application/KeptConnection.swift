import Dispatch
import Glibc

/// The one connection that an app keeps while it is suspended, and the calls that keep it alive.
struct KeptConnection {
  /// Reads the connection; `nil` without one.
  var source: (any DispatchSourceRead)?

  /// What runs when data came, until it has ended.
  var work: Task<Void, Never>?

  /// How often the app has to be called in the background, and what is called then.
  var keepAlive: (timeout: Duration, handler: @MainActor () async -> Void)?

  /// The next of these calls.
  var call: DelayedCall?

  /// Whether the process has to be there to hear of data or of the time.
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
