import Foundation
import Synchronization
import TestSupport

/// A real PostgreSQL server in a temporary directory, which ends with the process that started it.
///
/// It runs without privileges, as it requires, and listens on a local socket; with certificates, also on this
/// machine's network. `owner` owns the databases and is no superuser, `member` is another login, `stranger` may not
/// log in. Over the network their password is `secret`.
public final class PostgresServer: Sendable {
  /// The directory of the socket, the data and all other files.
  public let directory: String

  /// The network port, and the name of the socket.
  public let port: Int

  private let programs: String
  private let certificates: TestCertificates?
  private let keeper = Mutex<Keeper?>(nil)

  /// Creates the files of a server and starts it.
  public init(certificates: TestCertificates? = nil) throws {
    programs = try PostgresPrograms.directory()
    self.certificates = certificates
    port = try Self.freePort()
    // The path of a socket has at most 107 bytes.
    directory = NSTemporaryDirectory() + "pg-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    do {
      try makeFiles()
      try start()
      try runSQL(Self.logins, database: "postgres")
    } catch {
      stop()
      remove()
      throw error
    }
  }

  deinit {
    stop()
    remove()
  }

  private static let logins = """
    create role owner login createdb password 'secret';
    create role member login password 'secret';
    create role stranger nologin;
    """

  /// Creates a database owned by `owner`, and returns its name.
  public func makeDatabase(tablespace: String? = nil) throws -> String {
    let name = "d" + String(UInt64.random(in: .min ... .max), radix: 36)
    let place = tablespace.map { " tablespace \($0)" } ?? ""
    try runSQL("create database \(name) owner owner\(place)", database: "postgres")
    return name
  }

  /// The address of a database through the local socket.
  public func address(_ database: String, login: String = "owner") -> String {
    "host=\(directory) port=\(port) user=\(login) dbname=\(database)"
  }

  /// The address of a database over the network.
  public func networkAddress(
    _ database: String, host: String, login: String = "owner", password: String = "secret"
  ) -> String {
    "postgresql://\(login):\(password)@\(host):\(port)/\(database)"
  }

  /// Runs statements as superuser, and returns their output.
  @discardableResult
  public func runSQL(_ text: String, database: String, login: String = "postgres") throws -> String
  {
    try PostgresPrograms.run(
      [
        "\(programs)/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", directory, "-p", "\(port)",
        "-U", login, "-d", database, "-c", text,
      ], log: directory + "/psql-\(UInt32.random(in: .min ... .max)).log")
  }

  /// Restarts it after ``stop()``.
  public func start() throws {
    let command =
      PostgresPrograms.unprivileged + ["\(programs)/postgres", "-D", "\(directory)/data"]
    try keeper.withLock { keeper in
      keeper = try Keeper(
        command: command, directory: directory, log: "\(directory)/server.log")
    }
    let isReady = Wait.until {
      let state = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
      let lines = state?.components(separatedBy: "\n") ?? []
      return lines.count > 7 && lines[7].hasPrefix("ready")
    }
    if isReady { return }
    let log = (try? String(contentsOfFile: "\(directory)/server.log", encoding: .utf8)) ?? ""
    throw PostgresPrograms.Failure(description: "the server does not start: \(log)")
  }

  /// Ends it without closing connections, as a power failure would.
  public func stop() {
    keeper.withLock { keeper in
      keeper?.end()
      keeper = nil
    }
    unlink("\(directory)/data/postmaster.pid")
    unlink("\(directory)/.s.PGSQL.\(port)")
    unlink("\(directory)/.s.PGSQL.\(port).lock")
  }

  /// Sends a signal to all processes of the server, for example to stop and continue it.
  public func signalAll(_ signal: Int32) {
    let state = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
    guard let word = state?.split(separator: "\n").first, let first = pid_t(word) else { return }
    kill(first, signal)
    let path = "/proc/\(first)/task/\(first)/children"
    let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for child in children.split(separator: " ").compactMap({ pid_t($0) }) { kill(child, signal) }
  }

  private func remove() { try? FileManager.default.removeItem(atPath: directory) }

  private func makeFiles() throws {
    try own(directory)
    try PostgresPrograms.run(
      PostgresPrograms.unprivileged + [
        "\(programs)/initdb", "-D", "\(directory)/data", "-U", "postgres", "--auth=trust",
        "--locale=C", "--encoding=UTF8", "--no-sync",
      ], log: "\(directory)/initdb.log")
    var settings = """
      fsync = off
      port = \(port)
      unix_socket_directories = '\(directory)'
      listen_addresses = '\(certificates == nil ? "" : "127.0.0.1")'
      max_connections = 60
      shared_buffers = 16MB
      logging_collector = off

      """
    if let certificates {
      for (name, path) in [("key", certificates.serverKey), ("cert", certificates.server)] {
        let copy = "\(directory)/server.\(name)"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        chmod(copy, 0o600)
        try own(copy)
        settings += "ssl_\(name)_file = '\(copy)'\n"
      }
      settings += "ssl = on\n"
    }
    try append(settings, to: "\(directory)/data/postgresql.conf")
    // Network connections require TLS.
    try Data("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n".utf8)
      .write(to: URL(fileURLWithPath: "\(directory)/data/pg_hba.conf"))
    try own("\(directory)/data/pg_hba.conf")
  }

  private func append(_ text: String, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  /// Changes a file's owner to the server's user.
  public func own(_ path: String) throws {
    guard geteuid() == 0, let entry = getpwnam("nobody") else { return }
    chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid)
  }

  /// A port of this machine without a listener.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
      }
    }
    guard code == 0 else { throw PostgresPrograms.Failure(description: "no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
