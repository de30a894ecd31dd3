import Foundation

/// Where PostgreSQL's programs lie, and how they are run.
enum PostgresPrograms {
  /// What goes wrong with a server for tests: one line.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The directory of the newest version that is installed.
  static func directory() throws -> String {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let newest = versions.compactMap { Int($0) }.max { $0 < $1 }
    guard let newest else { throw Failure(description: "PostgreSQL is missing: run ./setup tests") }
    return "\(root)/\(newest)/bin"
  }

  /// The words before a command that runs it without privileges: the server refuses to have them.
  static var unprivileged: [String] {
    guard geteuid() == 0 else { return [] }
    return [
      "/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs",
    ]
  }

  /// Runs a command to its end; what it says goes to a file, which no child of it can hold open.
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
