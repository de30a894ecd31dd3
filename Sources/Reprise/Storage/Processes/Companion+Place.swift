import Foundation

extension Companion {
  /// Why a companion is not found.
  public enum Missing: Error {
    /// The variable names something that cannot be started.
    case named(path: String)
    /// It lies in none of the places; this is the first of them.
    case absent(directory: String)
  }

  /// Where a companion lies: where a variable says, beside this program or in `../libexec`.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - variable: The variable that says where it lies, for installations of another shape.
  ///   - variables: The environment.
  public static func locate(
    _ name: String, variable: String,
    in variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Missing) -> String {
    if let path = variables[variable], !path.isEmpty {
      guard path.hasPrefix("/"), isProgram(path) else { throw .named(path: path) }
      return path
    }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let directory = (own as NSString).deletingLastPathComponent
    for place in [directory, (directory as NSString).deletingLastPathComponent + "/libexec"] {
      let path = place + "/" + name
      if isProgram(path) { return path }
    }
    throw .absent(directory: directory)
  }

  /// Whether it can be started; a directory can be entered, and is none.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
