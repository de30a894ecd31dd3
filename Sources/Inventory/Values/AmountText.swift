/// The digits of a number that a person or a program wrote, with thousands apart or not.
///
/// The rules that form, import and command line share:
///
/// - Blanks of any width and apostrophes only ever set thousands apart.
/// - Of `.` and `,` in one number the last one begins the decimals. One of them that occurs twice sets
///   thousands apart.
/// - A `,` alone sets thousands apart before exactly three digits, as the program itself prints
///   `1,299.00`; otherwise it begins the decimals: `129,90`, `1299,000`.
/// - A `.` alone begins the decimals, as the program itself writes `1299.00`; before exactly three
///   digits it may as well set thousands apart, and is refused.
/// - Where three decimals are usual it is the other way round: `1.299` has decimals, `1,299` is
///   refused.
/// - Where there are no decimals either of them sets thousands apart.
/// - What would be refused is read by the customs of the person where they tell: where decimals begin with
///   a `,`, `1.299` has thousands. Who shows the person what was understood may ask for that.
/// - Thousands are groups of three behind one to three digits without a zero in front.
struct AmountText {
  /// Why a text is no number.
  enum Failure: Error {
    case notANumber
    /// Three digits after the only separator: thousands or decimals.
    case ambiguous
  }

  /// What stands between digits.
  private enum Separator: Equatable { case dot, comma, blank, apostrophe }

  /// The digits before the decimals.
  private(set) var whole: [UInt8]
  /// The digits after the decimal separator.
  private(set) var decimals: [UInt8] = []

  /// How many decimals are usual.
  enum Decimals { case none, two, three }

  /// Whether the text says by itself what was meant: no separator, or a `.` before one or two decimals.
  private(set) var isPlain = true

  /// Reads digits and what stands between them; nothing else may stand there.
  ///
  /// - Parameter customs: Those of the person who sees what was understood.
  init(
    _ text: some StringProtocol, usual: Decimals, customs: Customs = .plain
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
    // A space, one that does not break, thin ones, and one as wide as a digit.
    case " ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}": .blank
    default: nil
    }
  }

  /// Whether the last group holds decimals.
  private static func hasDecimals(
    _ groups: [[UInt8]], _ separators: [Separator], _ usual: Decimals, _ customs: Customs
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
