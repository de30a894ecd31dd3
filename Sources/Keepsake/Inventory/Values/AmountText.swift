/// The digits of a number that a person or a program wrote, with or without thousands separators.
///
/// The rules for form, import and command line:
///
/// - Blanks of any width and apostrophes are always thousands separators.
/// - If a number has both `.` and `,`, the last one is the decimal separator. One that occurs twice
///   separates thousands.
/// - A single `,` before exactly three digits separates thousands, as in the program's own `1,299.00`;
///   otherwise it is the decimal separator: `129,90`, `1299,000`.
/// - A single `.` is the decimal separator, as in the program's own `1299.00`; before exactly three
///   digits it is ambiguous and refused.
/// - If three decimals are usual, it is the other way round: `1.299` has decimals, `1,299` is refused.
/// - If there are no decimals, either of them separates thousands.
/// - A number that would be refused is read by the person's customs, if they decide: where `,` is the
///   decimal separator, `1.299` has thousands. Only for callers that show what was understood.
/// - Thousands are groups of three after one to three digits without a leading zero.
struct AmountText {
  /// Why a text is not a number.
  enum Failure: Error {
    case notANumber
    /// Three digits after the only separator may be thousands or decimals.
    case ambiguous
  }

  /// A separator between digits.
  private enum Separator: Equatable { case dot, comma, blank, apostrophe }

  /// The digits before the decimal separator.
  private(set) var whole: [UInt8]
  /// The digits after the decimal separator.
  private(set) var decimals: [UInt8] = []

  /// The usual number of decimals.
  enum Decimals { case none, two, three }

  /// Whether the text is unambiguous: no separator, or a `.` before one or two decimals.
  private(set) var isPlain = true

  /// Parses digits and separators; nothing else may occur.
  ///
  /// - Parameter customs: The number format of the user, who sees how the text was understood.
  init(
    _ text: some StringProtocol, usual: Decimals, customs: LocaleFormat = .plain
  ) throws(Failure) {
    var groups: [[UInt8]] = [[]]
    var separators: [Separator] = []
    for scalar in text.unicodeScalars {
      if let separator = Self.separator(scalar) {
        separators.append(separator)
        groups.append([])
      } else if (48...57).contains(scalar.value) {
        groups[groups.count - 1].append(UInt8(scalar.value))
      } else {
        throw .notANumber
      }
    }
    isPlain =
      separators.isEmpty
      || separators == [.dot] && !(usual == .two && Self.areThousands(groups, separators))
    if try Self.hasDecimals(groups, separators, usual, customs) {
      decimals = groups.removeLast()
      separators.removeLast()
    }
    guard separators.isEmpty || Self.areThousands(groups, separators) else { throw .notANumber }
    whole = groups.flatMap { $0 }
    guard !whole.isEmpty || !decimals.isEmpty else { throw .notANumber }
  }

  private static func separator(_ scalar: Unicode.Scalar) -> Separator? {
    switch scalar {
    case ".": .dot
    case ",": .comma
    case "'", "\u{2019}": .apostrophe
    // Space, no-break space, figure space, thin space, narrow no-break space.
    case " ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}": .blank
    default: nil
    }
  }

  /// Whether the last group holds decimals.
  private static func hasDecimals(
    _ groups: [[UInt8]], _ separators: [Separator], _ usual: Decimals, _ customs: LocaleFormat
  ) throws(Failure) -> Bool {
    guard let last = separators.last, last == .dot || last == .comma else { return false }
    guard separators.count == 1 else { return separators.count { $0 == last } == 1 }
    guard areThousands(groups, separators) else { return true }
    let hasCommas = customs.decimal == ","
    switch (usual, last) {
    case (.none, _), (.two, .comma): return false
    case (.three, .dot): return true
    case (.three, _):
      guard hasCommas else { throw .ambiguous }
      return true
    case (.two, _):
      guard hasCommas else { throw .ambiguous }
      return false
    }
  }

  private static func areThousands(_ groups: [[UInt8]], _ separators: [Separator]) -> Bool {
    guard let first = groups.first, (1...3).contains(first.count), first[0] != UInt8(ascii: "0")
    else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
      && separators.allSatisfy { $0 == separators[0] }
  }
}
