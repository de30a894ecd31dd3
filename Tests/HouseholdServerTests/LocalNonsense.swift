import Foundation
import Testing

/// A local socket at which something answers that is no server.
final class LocalNonsense {
  /// The directory of the socket.
  let directory: String
  private let descriptor: Int32

  /// Listens; each connection is told some bytes and then nothing.
  init(_ text: String) throws {
    directory = "/tmp/ns-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    descriptor = listening
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
    Thread.detachNewThread {
      while true {
        let connection = accept(listening, nil, nil)
        guard connection >= 0 else { return }
        var bytes = Array(text.utf8)
        _ = write(connection, &bytes, bytes.count)
        var rest = [UInt8](repeating: 0, count: 4096)
        while read(connection, &rest, rest.count) > 0 {}
        close(connection)
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    try? FileManager.default.removeItem(atPath: directory)
  }
}
