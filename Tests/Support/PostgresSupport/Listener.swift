import Foundation

/// Accepts connections on a thread of its own until it ends.
public final class Listener: Sendable {
  private let descriptor: Int32

  /// Begins to accept.
  ///
  /// - Parameters:
  ///   - descriptor: A socket that listens, which is the listener's from now on.
  ///   - accepted: Called on the thread with each connection, which becomes the closure's.
  public init(_ descriptor: Int32, accepted: @escaping @Sendable (Int32) -> Void) {
    self.descriptor = descriptor
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        accepted(connection)
      }
      // Here, not at the end of the object: until then its number must not be that of another test's socket.
      close(descriptor)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
