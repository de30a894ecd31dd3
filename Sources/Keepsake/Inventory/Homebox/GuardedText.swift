/// Text that Homebox guards with an apostrophe, so that spreadsheets don't read it as a formula.
///
/// Homebox guards only text that begins with `=`, `+`, `-` or `@`, possibly after white space. So an
/// apostrophe is a guard only right before such text: `'tis` and `''=kept` stay unchanged.
enum GuardedText {
  /// The text without its guard.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'") else { return text }
    let start = text.utf8.dropFirst().first { !"\t\r\n ".utf8.contains($0) }
    guard let start, "=+-@".utf8.contains(start) else { return text }
    return String(text.dropFirst())
  }

  /// The path of a place without guards, which may precede each name or the whole path.
  static func unguardedPath(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "'")) else { return path }
    return PlacePath.names(in: path).map(unguarded).joined(separator: Place.separator)
  }
}
