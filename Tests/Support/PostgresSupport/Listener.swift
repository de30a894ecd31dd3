import Foundation

/// Accepts connections on its own thread until it ends.
public final class Listener: Sendable {
  private let descriptor: Int32

  /// Starts accepting connections.
  ///
  /// - Parameters:
  ///   - descriptor: A listening socket, which the listener closes.
  ///   - accepted: Called on the thread with each connection, which the closure must close.
  public init(_ descriptor: Int32, accepted: @escaping @Sendable (Int32) -> Void) {
    self.descriptor = descriptor
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        accepted(connection)
      }
      // Closed here instead of in `deinit`, since another test's socket must not get this number before.
      close(descriptor)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
