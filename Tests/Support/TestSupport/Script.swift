import Foundation

/// Puts shell scripts in place that tests start as programs.
nonisolated public enum Script {
  /// Writes a script, which gets its first line from here.
  ///
  /// Another program writes the file. What this process has open for writing may be open in a child of
  /// another test as well, for as long as that has not started its program, and cannot be executed then.
  ///
  /// - Throws: If the file cannot be written.
  public static func write(_ script: String, to path: String) throws {
    let text = path + ".text"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: text))
    defer { unlink(text) }
    let copy = try Process.run(
      URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "700", text, path])
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
