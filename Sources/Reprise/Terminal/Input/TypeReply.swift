/// What a terminal answers when it is asked for its name and its colours (XTGETTCAP).
enum TypeReply {
  /// The question: `TN` and `Co`, in hexadecimal digits.
  static let question = Array("\u{1B}P+q544E;436F\u{1B}\\".utf8)

  /// What the content of a DCS tells; `nil` if it is not such an answer.
  ///
  /// Some terminals answer `1+r544E=…;436F=…`, others each name by itself. `0+r` says that they do not know.
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
