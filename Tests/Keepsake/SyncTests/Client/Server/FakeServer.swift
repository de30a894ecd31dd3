import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// Something that listens where a server would, and answers what a test likes.
final class FakeServer: Sendable {
  /// Where it listens, over the network of this machine.
  let port: Int
  private let listener: Listener

  /// Listens; each connection is given to a function on a thread of its own, and closed after it.
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
