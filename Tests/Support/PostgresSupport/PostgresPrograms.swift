import Foundation

/// Locates and runs PostgreSQL's programs.
enum PostgresPrograms {
  /// A one-line error of the test server.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The directory of the newest installed version.
  static func directory() throws -> String {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let newest = versions.compactMap { Int($0) }.max { $0 < $1 }
    guard let newest else { throw Failure(description: "PostgreSQL is missing: run ./setup tests") }
    return "\(root)/\(newest)/bin"
  }

  /// The prefix of a command that drops privileges, since the server refuses to run with them.
  static var unprivileged: [String] {
    guard geteuid() == 0 else { return [] }
    return [
      "/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs",
    ]
  }

  /// Runs a command to its end, with its output in a file, since a child process could keep a pipe open.
  @discardableResult
  static func run(_ command: [String], log: String) throws -> String {
    let status = try Child(command, log: log).wait()
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    guard status == 0 else {
      throw Failure(description: "\(command[0]) ended with \(status): \(text)")
    }
    return text
  }
}
