/// Text that Homebox guards with an apostrophe, so that no spreadsheet takes it for a formula.
///
/// Homebox guards what begins with `=`, `+`, `-` or `@`, possibly after white space, and nothing else. So
/// only an apostrophe right before such a text is a guard: `'tis` and `''=kept` are texts as they are.
enum GuardedText {
  /// The text without its guard.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'") else { return text }
    let start = text.utf8.dropFirst().first { !"\t\r\n ".utf8.contains($0) }
    guard let start, "=+-@".utf8.contains(start) else { return text }
    return String(text.dropFirst())
  }

  /// The path of a place, whose names are guarded one by one or together.
  static func unguardedPath(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "'")) else { return path }
    return PlacePath.names(in: path).map(unguarded).joined(separator: Place.separator)
  }
}
