import Foundation
import Reprise

/// The expected picture of a screen, in a file that `cat` shows in colour.
///
/// The file contains the styled cells and, in its last line, the cursor's position. A missing file
/// is written and reported; `UPDATE_PICTURES=1` rewrites all files. A failed test prints the cells that differ.
public struct Picture {
  /// A screen that differs from its file.
  public struct Difference: Error, CustomStringConvertible {
    /// The difference, and how to inspect it.
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
  /// - Throws: ``Difference``, with the cells that differ and how to accept them.
  public func verify(_ frame: Frame) throws {
    let cursor = frame.cursor.map { "\($0.x),\($0.y)" } ?? "hidden"
    let now = frame.ansi() + "\u{1B}[0mcursor \(cursor)\n"
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" { return try write(now) }
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      try write(now)
      throw Difference(description: "\(path) was missing and has been written: check it")
    }
    guard expected != now else { return }
    try now.write(toFile: path + ".actual", atomically: true, encoding: .utf8)
    let rows = PictureDifference(expected: expected, actual: now).lines.joined(separator: "\n")
    throw Difference(
      description: """
        the screen differs from its picture
        \(rows)
        In colour: cat \(path) \(path).actual
        To accept the new screens, run the test with UPDATE_PICTURES=1 and look at the change with git diff.
        """)
  }

  private func write(_ text: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
