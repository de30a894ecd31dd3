import Foundation
import Synchronization

/// A local socket in front of a server's, which holds back the clients' messages, and forwards released ones slowly.
public final class SlowSocket: Sendable {
  private let directory: String
  private let listener: Listener
  private let way: SlowWay

  /// Listens in front of a server.
  public init(before server: PostgresServer) throws {
    // The path of a socket has at most 107 bytes.
    directory =
      NSTemporaryDirectory() + "slow-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    way = SlowWay(to: LocalAddress("\(server.directory)/.s.PGSQL.\(server.port)"))
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let own = LocalAddress("\(directory)/.s.PGSQL.5432")
    guard own.bind(descriptor), listen(descriptor, 8) == 0 else {
      throw PostgresPrograms.Failure(description: "listen: \(String(cString: strerror(errno)))")
    }
    listener = Listener(descriptor) { [way] in way.serve($0) }
  }

  deinit {
    way.letGo()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The address of a database through this socket.
  public func address(_ database: String) -> String {
    "host=\(directory) port=5432 user=owner dbname=\(database)"
  }

  /// Forwards this number of client messages, and holds back later ones.
  public func holdBack(after messages: Int) { way.holdBack(after: messages) }

  /// Whether a message is held back.
  public var holdsSomething: Bool { way.holdsSomething }

  /// Forwards everything, a few bytes at a time.
  public func letGo() { way.letGo() }
}
