/// The text in a program's output, without control sequences; only the newest part is kept.
///
/// A binary file, and sequences that would move the cursor or set the clipboard, become lines of plain text.
///
/// ```swift
/// var output = ProgramOutput()
/// output.append(Array("\u{1B}[31mred\u{1B}[0m\n".utf8))
/// let text = output.takeNews()  // "red\n"
/// ```
nonisolated public struct ProgramOutput: Sendable {
  /// The most bytes of text between two calls of `takeNews()`; older ones are dropped.
  public static let limit = 128 << 10

  /// The longest line, in bytes; a longer one is broken.
  private static let longestLine = 2048

  private enum State {
    case text
    /// After a carriage return: a line feed ends the line, anything else overwrites it.
    case carriageReturn
    case escape
    /// In a sequence that one more byte ends.
    case intermediate
    case control
    /// In a text for the terminal, such as a title.
    case string
    case stringEscape
  }

  /// The bytes since the last call of ``takeNews()``: only what will be shown is read.
  private var waiting: [UInt8] = []

  private var state = State.text
  private var line: [UInt8] = []
  private var finished: [UInt8] = []

  /// Whether text was dropped since the last call of ``takeNews()``.
  private var isCut = false

  /// Makes an empty output.
  public init() {}

  /// Adds bytes that the program printed.
  public mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Adds bytes that the program printed.
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    waiting += bytes
    guard waiting.count > 2 * Self.limit else { return }
    waiting.removeFirst(waiting.count - Self.limit)
    isCut = true
  }

  /// Reads the waiting bytes; after a cut, from the next line on, where no sequence goes on.
  private mutating func readWaiting() {
    if isCut {
      (state, line) = (.text, [])
      if let end = waiting.firstIndex(of: 0x0A) { waiting.removeFirst(end + 1) }
    }
    let bytes = waiting
    waiting = []
    bytes.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let start = index
      if state == .text {
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != 0x7F { index += 1 }
        if index > start { add(bytes[start..<index]) }
        if index == bytes.count { break }
      }
      take(bytes[index])
      index += 1
    }
  }

  /// The text since the last call, of whole lines; `isLast` adds an unfinished one.
  public mutating func takeNews(isLast: Bool = false) -> String {
    readWaiting()
    if isLast, !line.isEmpty { endLine() }
    defer { (finished, isCut) = ([], false) }
    return (isCut ? "… earlier output was dropped\n" : "") + Self.text(finished)
  }

  private mutating func add(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = text
    while line.count + rest.count > Self.longestLine {
      let part = rest.prefix(Self.longestLine - line.count)
      line += part
      rest = rest.dropFirst(part.count)
      endLine()
    }
    line += rest
  }

  private mutating func endLine() {
    finished += line
    finished.append(0x0A)
    line.removeAll(keepingCapacity: true)
  }

  /// Takes a byte that is not plain text, or one within a sequence.
  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeControl(byte)
    case .carriageReturn:
      state = .text
      if byte == 0x0A { return endLine() }
      line.removeAll(keepingCapacity: true)
      if byte >= 0x20, byte != 0x7F { line.append(byte) } else { takeControl(byte) }
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      case 0x20...0x2F: state = .intermediate
      case 0x1B: break
      default: state = .text
      }
    case .intermediate: if !(0x20...0x2F).contains(byte) { state = .text }
    case .control:
      if byte == 0x1B { state = .escape } else if !(0x20...0x3F).contains(byte) { state = .text }
    case .string:
      // A line feed ends a sequence that is never closed.
      if byte == 0x0A { endLine() }
      if [0x07, 0x0A, 0x18, 0x1A].contains(byte) { state = .text }
      if byte == 0x1B { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case 0x0A: endLine()
    case 0x0D: state = .carriageReturn
    case 0x1B: state = .escape
    case 0x09: line += [UInt8](repeating: 0x20, count: 8 - line.count % 8)
    // Overstruck text, as in old manual pages.
    case 0x08: if !line.isEmpty { line.removeLast() }
    default: break
    }
  }

  /// The text of bytes, in which a character that is no text is visible.
  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    let decoded = String(decoding: Array(bytes), as: UTF8.self)
    let isPlain = decoded.unicodeScalars.allSatisfy { $0 == "\n" || !isHidden($0) }
    guard !isPlain else { return decoded }
    var text = String.UnicodeScalarView()
    for scalar in decoded.unicodeScalars {
      text.append(scalar != "\n" && isHidden(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
