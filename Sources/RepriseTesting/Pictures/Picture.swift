import Foundation
import Reprise

/// The picture of a screen, kept in a file that `cat` shows in colour.
///
/// The file holds the cells with their styles and, in its last line, where the cursor stands. A
/// missing file is written and reported; `UPDATE_PICTURES=1` writes all of them anew.
public struct Picture {
  /// What does not fit between a screen and its file.
  public struct Difference: Error, CustomStringConvertible {
    /// What differs, and how to look at it.
    public let description: String
  }

  private let path: String

  /// Names a picture in the directory `Pictures` beside a test's source file.
  public init(_ name: String, beside sourceFile: String) {
    let directory = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
    path = directory.appendingPathComponent("Pictures/\(name).ans").path
  }

  /// Compares a screen with the file.
  ///
  /// - Throws: ``Difference``, with both as text.
  public func verify(_ frame: Frame) throws {
    let cursor = frame.cursor.map { "\($0.x),\($0.y)" } ?? "hidden"
    let now = frame.ansi() + "\u{1B}[0mcursor \(cursor)\n"
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" { return try write(now) }
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      try write(now)
      throw Difference(description: "\(path) was missing and is written now: look at it")
    }
    guard expected != now else { return }
    try now.write(toFile: path + ".actual", atomically: true, encoding: .utf8)
    throw Difference(
      description: "the screen is not the picture\n\(frame.plainText())\n"
        + "compare: cat \(path) \(path).actual")
  }

  private func write(_ text: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
