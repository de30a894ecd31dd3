/// A SHA-256 as text: 64 hexadecimal digits in lower case.
enum SHA256Text {
  /// Whether a text from a file is one: it becomes the name of a file.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
