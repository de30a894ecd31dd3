/// One line of a preferences file, read from left to right.
///
/// It is the part of TOML that a person writes by hand: `key = value`, `[table]` and comments, with texts,
/// `true` and `false`, whole numbers and lists of texts as values.
nonisolated struct PreferenceLine {
  enum Content: Equatable {
    case nothing
    case table(String)
    case entry(key: String, value: PreferenceValue)
  }

  private var rest: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The content of a line.
  static func content(of bytes: ArraySlice<UInt8>) throws(PreferenceComplaint) -> Content {
    if bytes.contains(where: { ($0 < 0x20 && $0 != 9) || $0 == 0x7F }) {
      throw PreferenceComplaint("there is a control character here: remove it")
    }
    var line = PreferenceLine(bytes)
    return try line.content()
  }

  private mutating func content() throws(PreferenceComplaint) -> Content {
    skipBlanks()
    guard let first = rest.first, first != UInt8(ascii: "#") else { return .nothing }
    let content = first == UInt8(ascii: "[") ? try table() : try entry()
    skipBlanks()
    guard rest.isEmpty || rest.first == UInt8(ascii: "#") else {
      throw PreferenceComplaint(
        "\(text(of: rest).quotedInPreferences) is unexpected here: start a comment with #")
    }
    return content
  }

  // MARK: - Keys

  private mutating func table() throws(PreferenceComplaint) -> Content {
    rest = rest.dropFirst()
    let name = rest.first == UInt8(ascii: "[") ? "" : try key()
    guard !name.isEmpty, take("]") else {
      throw PreferenceComplaint("this is not a table header: write [name]")
    }
    return .table(name)
  }

  private mutating func entry() throws(PreferenceComplaint) -> Content {
    let key = try key()
    guard !key.isEmpty, take("=") else {
      throw PreferenceComplaint(
        "this is not a setting: write key = value, or start a comment with #")
    }
    skipBlanks()
    guard !rest.isEmpty, rest.first != UInt8(ascii: "#") else {
      throw PreferenceComplaint("\(key.quotedInPreferences) has no value")
    }
    return .entry(key: key, value: try value())
  }

  /// Words with dots between them; empty without words.
  private mutating func key() throws(PreferenceComplaint) -> String {
    var words: [String] = []
    repeat {
      skipBlanks()
      let word = isQuote(rest.first) ? try string() : text(of: take(while: Self.isBare))
      guard !word.isEmpty else { return "" }
      words.append(word)
      skipBlanks()
    } while take(".")
    return words.joined(separator: ".")
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: - Values

  private mutating func value() throws(PreferenceComplaint) -> PreferenceValue {
    if isQuote(rest.first) { return .text(try string()) }
    if take("[") { return .texts(try list()) }
    let word = text(of: take { !" \t#,]".utf8.contains($0) })
    if word == "true" || word == "false" { return .flag(word == "true") }
    if let number = Self.number(word) { return .number(number) }
    throw PreferenceComplaint(
      "\(word.quotedInPreferences) is not a value: put text in quotes, such as \"dark\"")
  }

  /// A whole number as TOML writes it, without zeros before it.
  private static func number(_ word: String) -> Int? {
    let digits = word.hasPrefix("-") || word.hasPrefix("+") ? word.dropFirst() : word[...]
    let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
    guard digits == "0" || digits.first != "0", !groups.contains(where: \.isEmpty),
      groups.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    return Int(word.replacing("_", with: ""))
  }

  private mutating func list() throws(PreferenceComplaint) -> [String] {
    var texts: [String] = []
    while true {
      skipBlanks()
      if take("]") { return texts }
      guard isQuote(rest.first) else {
        throw PreferenceComplaint(
          rest.isEmpty
            ? "the list has no end on this line: write ] after the last text"
            : "a list contains texts in quotes, such as [\"a\", \"b\"]")
      }
      texts.append(try string())
      skipBlanks()
      guard take(",") || rest.first == UInt8(ascii: "]") else {
        throw PreferenceComplaint(
          "the list has no end: write a comma before the next text, and ] after the last")
      }
    }
  }

  // MARK: - Texts

  private func isQuote(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// A text in double quotes, where `\` has a meaning, or in single ones, where it has none.
  private mutating func string() throws(PreferenceComplaint) -> String {
    guard let quote = rest.popFirst() else { return "" }
    if rest.starts(with: [quote, quote]) {
      throw PreferenceComplaint("put one quote at each end of a text, and all of it on one line")
    }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        bytes += try escape()
      } else {
        bytes.append(byte)
      }
    }
    throw PreferenceComplaint("the text has no closing quote")
  }

  private mutating func escape() throws(PreferenceComplaint) -> [UInt8] {
    let letter = rest.popFirst().map(UnicodeScalar.init).map(Character.init)
    switch letter {
    case "\"", "\\": return [UInt8](String(letter ?? " ").utf8)
    case "t": return [9]
    case "n": return [10]
    case "r": return [13]
    case "b": return [8]
    case "f": return [12]
    case "u", "U":
      let length = letter == "u" ? 4 : 8
      let digits = text(of: rest.prefix(length))
      if digits.utf8.count == length, digits.allSatisfy(\.isHexDigit),
        let scalar = UInt32(digits, radix: 16).flatMap(UnicodeScalar.init)
      {
        rest = rest.dropFirst(length)
        return [UInt8](String(Character(scalar)).utf8)
      }
    default: break
    }
    throw PreferenceComplaint(
      "\\ starts an unknown escape in the text: write \\\\, or put the text in single quotes")
  }

  // MARK: - Bytes

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 32 || $0 == 9 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isTaken)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// A value of a preferences file.
nonisolated enum PreferenceValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case number(Int)
  case texts([String])
}

/// A key of a preferences file with its value.
nonisolated struct PreferenceEntry: Hashable, Sendable {
  /// The key with its tables: `keys.list.new`.
  var key: String
  var value: PreferenceValue
  var file: String
  var line: Int
  /// The table that contains the line; `nil` before the first table.
  var table: PreferenceTable?
}

/// The head of a table: `[keys]`.
nonisolated struct PreferenceTable: Hashable, Sendable {
  var name: String
  var file: String
  var line: Int
}
