import CTextFolding

/// Folds code points one after the other.
///
/// Canonically equivalent texts have the same result: everything with a canonical decomposition is
/// decomposed, kana are composed, and the remaining marks are put into canonical order.
struct Folding {
  /// Whether words are separated by one blank each; otherwise all separators are kept.
  private let isSeparating: Bool
  private var bytes: [UInt8] = []
  /// The last letter, unless something other than the pending `marks` has followed it.
  private var base: UInt32?
  /// The pending marks of the last letter, in canonical order.
  private var marks: [(order: UInt16, scalar: UInt32)] = []
  /// Whether the text so far ends with a separator, or with a letter that is a word of its own.
  private var (endsWord, endsLetter) = (false, false)

  init(separating: Bool) { isSeparating = separating }

  /// Adds the folded form of a code point.
  mutating func add(_ scalar: UInt32) {
    if scalar < 0x80 { return addASCII(UInt8(truncatingIfNeeded: scalar)) }
    let value = text_fold_value(scalar)
    guard value >= Self.expansion else { return append(scalar, value) }
    let start = Int32(value) - Int32(Self.expansion)
    let end = start + Int32(text_fold_unit(start))
    var place = start + 1
    while place <= end {
      var part = UInt32(text_fold_unit(place))
      if part & 0xFC00 == 0xD800, place < end {
        place += 1
        part = 0x10000 + (part & 0x3FF) << 10 + UInt32(text_fold_unit(place)) & 0x3FF
      }
      if part < 0x80 {
        addASCII(UInt8(truncatingIfNeeded: part))
      } else {
        append(part, text_fold_value(part))
      }
      place += 1
    }
  }

  /// Ends the text and returns it.
  mutating func finish() -> [UInt8] {
    flushMarks()
    return bytes
  }

  /// Writes what the last character still owes; returns the number of bytes that came from all characters so far.
  mutating func lengthBeforeNextCharacter() -> Int {
    flushMarks()
    return bytes.count
  }

  static func lowercase(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }

  // MARK: - Code points without a replacement

  private static let expansion = UInt16(TEXT_FOLD_EXPANSION)
  private static let mark = UInt16(TEXT_FOLD_MARK)
  private static let separator = UInt16(TEXT_FOLD_SEPARATOR)
  private static let ignored = UInt16(TEXT_FOLD_IGNORED)
  private static let alone = UInt16(TEXT_FOLD_ALONE)
  private static let hangul = UInt16(TEXT_FOLD_HANGUL)
  private static let voicing = UInt16(TEXT_FOLD_VOICING)
  /// The combining class of the voicing mark.
  private static let voicingClass: UInt16 = 8
  /// The length in UTF-8 of each kana that can be voiced.
  private static let kanaLength = 3
  /// The most marks that are brought into order together, as in Unicode's stream-safe text.
  private static let mostMarks = 30
  private static let blank = UInt8(ascii: " ")

  private mutating func addASCII(_ byte: UInt8) {
    let byte = Self.lowercase(byte)
    guard isSeparating, !(97...122 ~= byte || 48...57 ~= byte) else {
      beginLetter()
      bytes.append(byte)
      return
    }
    appendSeparator(UInt32(byte))
  }

  private mutating func append(_ scalar: UInt32, _ value: UInt16) {
    switch value {
    case Self.ignored: return
    case Self.separator: appendSeparator(scalar)
    case Self.hangul: appendSyllable(scalar)
    case Self.voicing: appendVoicing(scalar)
    case Self.mark...: appendMark(scalar, order: value - Self.mark)
    default: appendLetter(scalar, isAlone: value == Self.alone)
    }
  }

  private mutating func appendSeparator(_ scalar: UInt32) {
    flushMarks()
    base = nil
    endsWord = true
    if !isSeparating { write(scalar) }
  }

  private mutating func appendLetter(_ scalar: UInt32, isAlone: Bool) {
    if isAlone { endsLetter = true }
    beginLetter()
    write(scalar)
    base = scalar
    endsLetter = isAlone
  }

  /// Writes everything due before a letter: the marks of the last letter, and a blank between two words.
  private mutating func beginLetter() {
    flushMarks()
    base = nil
    if endsLetter || endsWord { separate() }
    endsLetter = false
  }

  private mutating func separate() {
    if isSeparating, !bytes.isEmpty { bytes.append(Self.blank) }
    endsWord = false
  }

  private mutating func appendMark(_ scalar: UInt32, order: UInt16) {
    if endsWord { separate() }
    guard order > 0 else {
      flushMarks()
      base = nil
      return write(scalar)
    }
    if marks.count == Self.mostMarks {
      flushMarks()
      base = nil
    }
    let place = marks.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
    marks.insert((order, scalar), at: place)
  }

  private mutating func appendVoicing(_ scalar: UInt32) {
    guard let last = base, marks.allSatisfy({ $0.order > Self.voicingClass }) else {
      return appendMark(scalar, order: Self.voicingClass)
    }
    let composed = text_fold_composed(last, scalar)
    guard composed != 0 else { return appendMark(scalar, order: Self.voicingClass) }
    bytes.removeLast(Self.kanaLength)
    write(composed)
    base = composed
  }

  private mutating func flushMarks() {
    guard !marks.isEmpty else { return }
    for mark in marks { write(mark.scalar) }
    marks.removeAll(keepingCapacity: true)
  }

  /// Decomposes a Korean syllable, so that a search finds it while only some of its letters are typed.
  private mutating func appendSyllable(_ scalar: UInt32) {
    let index = scalar - 0xAC00
    appendLetter(0x1100 + index / 588, isAlone: false)
    write(0x1161 + index % 588 / 28)
    if index % 28 > 0 { write(0x11A7 + index % 28) }
    base = nil
  }

  private mutating func write(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
