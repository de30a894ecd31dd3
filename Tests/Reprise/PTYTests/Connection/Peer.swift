import Glibc

/// The other end of the connection.
final class Peer {
  struct Failure: Error {
    let code = errno
  }

  let path: String
  private let listener: Int32
  private var connection: Int32 = -1

  init(path: String) throws {
    self.path = path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 1) == 0 else { throw Failure() }
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
  }

  func accept() throws {
    connection = Glibc.accept(listener, nil, nil)
    guard connection >= 0 else { throw Failure() }
  }

  func send(_ text: String) throws {
    guard write(connection, text, text.utf8.count) == text.utf8.count else { throw Failure() }
  }

  /// The data that the app has sent so far; does not wait.
  func received() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : ""
  }

  /// Ends the connection.
  func end() {
    close(connection)
    connection = -1
  }

  /// Whether the app has read everything.
  var isRead: Bool {
    var unread: Int32 = 0
    return ioctl(connection, UInt(TIOCOUTQ), &unread) == 0 && unread == 0
  }

  /// Whether the app has closed its end.
  var isClosed: Bool {
    var byte: UInt8 = 0
    return recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }
}
