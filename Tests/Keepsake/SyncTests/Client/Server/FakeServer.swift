import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// Listens in place of a server and answers as a test chooses.
final class FakeServer: Sendable {
  /// The port where it listens, on the loopback interface.
  let port: Int
  private let listener: Listener

  /// Listens, passes each connection to a function on its own thread, and closes it afterwards.
  init(_ answer: @escaping @Sendable (Int32) -> Void) throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, length) == 0 && listen(listening, 8) == 0
          ? getsockname(listening, address, &length) : -1
      }
    }
    try #require(code == 0)
    port = Int(UInt16(bigEndian: address.sin_port))
    listener = Listener(listening) { connection in
      Thread.detachNewThread {
        answer(connection)
        close(connection)
      }
    }
  }
}
