/// What a terminal answers when it is asked for the colour of its background (OSC 11).
enum BackgroundReply {
  /// The question.
  static let question = Array("\u{1B}]11;?\u{1B}\\".utf8)

  /// The longest content of an answer that is looked at, in bytes.
  static let limit = 64

  /// The colour that the content of an OSC tells; `nil` if it is not such an answer.
  ///
  /// Terminals write `11;rgb:RRRR/GGGG/BBBB` with one to four digits each, some `rgba:` with a fourth
  /// part, a few `#RRGGBB`.
  static func color(from content: [UInt8]) -> RGB? {
    let text = String(decoding: content, as: UTF8.self)
    guard content.count <= limit, text.hasPrefix("11;") else { return nil }
    let value = text.dropFirst(3)
    if value.hasPrefix("#") { return color(digits: value.dropFirst()) }
    for (prefix, count) in [("rgb:", 3), ("rgba:", 4)] where value.hasPrefix(prefix) {
      let parts = value.dropFirst(prefix.count)
        .split(separator: "/", omittingEmptySubsequences: false).map(part)
      let known = parts.compactMap { $0 }
      guard parts.count == count, known.count == count else { return nil }
      return RGB(red: known[0], green: known[1], blue: known[2])
    }
    return nil
  }

  /// Digits of three parts without anything between: three, six, nine or twelve.
  private static func color(digits: Substring) -> RGB? {
    let length = digits.count / 3
    guard digits.count == length * 3, (1...4).contains(length) else { return nil }
    let parts = (0..<3).compactMap { part(digits.dropFirst($0 * length).prefix(length)) }
    guard parts.count == 3 else { return nil }
    return RGB(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// One to four hexadecimal digits as a share of all that so many can say.
  private static func part(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let most = (1 << (digits.count * 4)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}
