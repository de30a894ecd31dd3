/// The answer of a terminal to the query for its background color (OSC 11).
enum BackgroundReply {
  /// The question.
  static let question = Array("\u{1B}]11;?\u{1B}\\".utf8)

  /// The longest content of an answer that is looked at, in bytes.
  static let limit = 64

  /// The color that the content of an OSC tells; `nil` if it is not such an answer.
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

  /// One to four hexadecimal digits as a fraction of the largest such number.
  private static func part(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let most = (1 << (digits.count * 4)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}

/// The answer of a terminal to a query for its name and colors (XTGETTCAP).
enum TypeReply {
  /// The question: `TN` and `Co`, in hexadecimal digits.
  static let question = Array("\u{1B}P+q544E;436F\u{1B}\\".utf8)

  /// The type that a DCS reports; `nil` for any other DCS.
  ///
  /// Some terminals answer `1+r544E=…;436F=…`, others send each name separately. `0+r` means unknown.
  static func type(from content: [UInt8]) -> ReportedType? {
    let text = String(decoding: content, as: UTF8.self)
    guard content.count <= BackgroundReply.limit, text.hasPrefix("1+r") else { return nil }
    var type = ReportedType()
    for part in text.dropFirst(3).split(separator: ";") {
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let value = Self.text(ofDigits: halves[1]) else { continue }
      switch halves[0].uppercased() {
      case "544E": type.name = value
      case "436F": type.colors = Int(value).flatMap { $0 < 0 ? nil : $0 }
      default: break
      }
    }
    return type == ReportedType() ? nil : type
  }

  /// Printable ASCII as pairs of hexadecimal digits.
  private static func text(ofDigits digits: Substring) -> String? {
    var text = ""
    var rest = digits
    while !rest.isEmpty {
      guard rest.count >= 2, let code = UInt8(rest.prefix(2), radix: 16),
        (0x21...0x7E).contains(code)
      else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(code))
      rest = rest.dropFirst(2)
    }
    return text
  }
}
