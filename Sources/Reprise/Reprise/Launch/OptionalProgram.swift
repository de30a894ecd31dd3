import Foundation
import Storage

/// An optional program: a companion in the same directory, or a program that the user installed.
///
/// ```swift
/// let opener = OptionalProgram("xdg-open")
/// openButton.isHidden = !opener.isThere()
/// ```
nonisolated public struct OptionalProgram: Hashable, Sendable {
  /// The name of its file.
  public let name: String

  /// The environment variable with its path; `nil` for a program of the system, found in `PATH`.
  public let variable: String?

  /// Names a program of the system.
  public init(_ name: String) {
    self.name = name
    variable = nil
  }

  /// Names a companion, found by an environment variable, next to this program or in `../libexec`.
  public init(companion name: String, variable: String) {
    self.name = name
    self.variable = variable
  }

  /// Whether it is there and may be run; nothing is started.
  public func isThere(variables: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    path(variables: variables) != nil
  }

  /// The path of the program; `nil` if it is not installed.
  public func path(
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    if let variable { return try? Companion.locate(name, variable: variable, in: variables) }
    return (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: Self.isProgram)
  }

  /// Whether a path leads to a file that may be run, and to no folder.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
