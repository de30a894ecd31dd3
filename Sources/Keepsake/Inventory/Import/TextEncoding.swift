/// A code page of Windows, in which older spreadsheets save text.
enum WindowsCodePage: String, CaseIterable, Sendable {
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"

  /// Decodes every byte; an undefined one becomes U+FFFD.
  func text(_ bytes: some Sequence<UInt8>) -> String {
    let upper = upperHalf
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte, upper)) }
    return String(scalars)
  }

  /// The scalar of a byte.
  func scalar(_ byte: UInt8) -> Unicode.Scalar { scalar(byte, upperHalf) }

  private func scalar(_ byte: UInt8, _ upper: [UInt16]) -> Unicode.Scalar {
    guard byte >= 128 else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upper[Int(byte) - 128]) ?? "\u{FFFD}"
  }
}

/// The encoding of a text file.
public enum TextEncoding: Hashable, Sendable {
  /// UTF-8, with or without a byte order mark.
  case utf8
  /// UTF-16; the bytes of each unit with the lower or the higher one first.
  case utf16(isLittleEndian: Bool)
  /// A code page of Windows, by its name.
  case windows(String)

  /// The name that the command line prints and accepts: `utf-8`, `utf-16le`, `utf-16be`, `windows-1251`.
  public var name: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16(let isLittleEndian): isLittleEndian ? "utf-16le" : "utf-16be"
    case .windows(let name): name
    }
  }

  /// All of them, in the order of a help text.
  public static let all: [TextEncoding] =
    [.utf8, .utf16(isLittleEndian: true), .utf16(isLittleEndian: false)]
    + WindowsCodePage.allCases.map { .windows($0.rawValue) }

  /// The encoding of a name, ignoring case; `nil` for any other text.
  public init?(name: String) {
    let key = Item.asciiLowercased(name)
    let short = ["utf8": "utf-8", "utf-16": "utf-16le", "utf16": "utf-16le"][key] ?? key
    let page = short.hasPrefix("cp") ? "windows-" + short.dropFirst(2) : short
    guard let found = Self.all.first(where: { $0.name == page }) else { return nil }
    self = found
  }

  /// Decodes a file, without its byte order mark.
  ///
  /// - Returns: `nil` if the bytes aren't text of this encoding.
  func text(_ bytes: [UInt8]) -> String? {
    switch self {
    case .utf8:
      return String(validating: bytes.dropFirst(Self.hasMark(bytes) ? 3 : 0), as: UTF8.self)
    case .utf16(let isLittleEndian):
      guard bytes.count.isMultiple(of: 2) else { return nil }
      var units: [UInt16] = []
      units.reserveCapacity(bytes.count / 2)
      for index in stride(from: 0, to: bytes.count, by: 2) {
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
      }
      if units.first == 0xFEFF { units.removeFirst() }
      return String(validating: units, as: UTF16.self)
    case .windows(let name):
      return WindowsCodePage(rawValue: name)?.text(bytes)
    }
  }

  private static func hasMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }
}

/// Guesses the encoding of a file that doesn't state it.
extension TextEncoding {
  /// The most likely encoding.
  init(guessing bytes: [UInt8]) {
    if let known = Self.unicode(bytes) {
      self = known
    } else {
      self = .windows(Self.codePage(bytes.prefix(1 << 20)).rawValue)
    }
  }

  private static func unicode(_ bytes: [UInt8]) -> TextEncoding? {
    if hasMark(bytes) { return .utf8 }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(isLittleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16(isLittleEndian: false) }
    let head = bytes.prefix(4096)
    let zeros = head.enumerated().filter { $0.element == 0 }.map(\.offset)
    if zeros.count * 4 > head.count {
      let odd = zeros.count { $0 % 2 == 1 }
      return .utf16(isLittleEndian: odd * 2 > zeros.count)
    }
    return String(validating: bytes, as: UTF8.self) == nil ? nil : .utf8
  }

  /// The code page of bytes that aren't UTF-8.
  ///
  /// Cyrillic words are runs of bytes above 127; in the languages of the other pages, such a byte stands between
  /// letters of ASCII. These two pages differ in bytes that are a vowel in one of them and a consonant or a sign in the
  /// other.
  private static func codePage(_ bytes: ArraySlice<UInt8>) -> WindowsCodePage {
    var (high, paired, western) = (0, 0, 0)
    let (central, west) = (WindowsCodePage.windows1250, WindowsCodePage.windows1252)
    for index in bytes.indices where bytes[index] >= 0x80 {
      let former = index > bytes.startIndex ? bytes[index - 1] : 32
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 32
      if bytes[index] >= 0xC0 || [0xA8, 0xB8].contains(bytes[index]) {
        high += 1
        if former >= 0xC0 || next >= 0xC0 { paired += 1 }
      }
      let (one, other) = (central.scalar(bytes[index]), west.scalar(bytes[index]))
      if one != other {
        western += fit(other, former, next) - fit(one, former, next)
      }
    }
    if high > 0, paired * 10 >= high * 6 { return .windows1251 }
    return western >= 0 ? west : central
  }

  /// How well a letter fits between its neighbours: a vowel between consonants, a consonant beside a vowel.
  private static func fit(_ scalar: Unicode.Scalar, _ former: UInt8, _ next: UInt8) -> Int {
    let around = [former, next].filter { isLetter($0) || $0 >= 0xC0 }
    guard scalar.properties.isAlphabetic else { return around.isEmpty ? 1 : -2 }
    guard !around.isEmpty else { return -1 }
    let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
    let isVowel = "aeiouyAEIOUYæÆøØœŒ".unicodeScalars.contains(base)
    let vowels = around.count { "aeiouyAEIOUY".utf8.contains($0) }
    return isVowel ? around.count - 2 * vowels + 1 : 2 * vowels - around.count + 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte & 0xDF)
  }
}
