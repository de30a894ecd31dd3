import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// A local socket that answers as no server would.
final class LocalNonsense {
  /// The directory of the socket.
  let directory: String
  private let listener: Listener

  /// Listens, and sends each connection these bytes and nothing more.
  init(_ text: String) throws {
    let directory = NSTemporaryDirectory() + "ns-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array("\(directory)/.s.PGSQL.5432".utf8))
    }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0 && listen(listening, 8) == 0)
    self.directory = directory
    listener = Listener(listening) { connection in
      var bytes = Array(text.utf8)
      _ = write(connection, &bytes, bytes.count)
      var rest = [UInt8](repeating: 0, count: 4096)
      while read(connection, &rest, rest.count) > 0 {}
      close(connection)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }
}
