import Foundation

/// A file of the package that a test generates: a run either compares it or rewrites it.
public struct GeneratedFile: Sendable {
  private let url: URL
  private let variable: String

  /// Names a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - variable: The environment variable that rewrites the file if it is `1`.
  public init(_ url: URL, updatedBy variable: String = "UPDATE_PICTURES") {
    self.url = url
    self.variable = variable
  }

  /// Rewrites the file if the environment asks for it, then compares it.
  ///
  /// - Parameter text: The generated contents.
  /// - Returns: What differs and how to rewrite the file; `nil` if the file has these contents.
  /// - Throws: If the file can't be written, or is missing.
  public func difference(from text: String) throws -> String? {
    if ProcessInfo.processInfo.environment[variable] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: url, encoding: .utf8)
    if kept == text { return nil }
    let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0 == $1 }.count
    return """
      \(url.lastPathComponent) is out of date; \(variable)=1 rewrites it. Line \(line + 1) is
      \(line < old.count ? old[line] : "missing")
      but should be
      \(line < new.count ? new[line] : "missing")
      """
  }
}
