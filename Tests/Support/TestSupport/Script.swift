import Foundation

/// Writes shell scripts that tests start as programs.
nonisolated public enum Script {
  /// Writes a script, preceded by its interpreter line.
  ///
  /// Another program writes the file: a child process of another test may briefly inherit a descriptor that this
  /// process has open for writing, and the file can't be executed until it closes.
  ///
  /// - Throws: If the file can't be written.
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
