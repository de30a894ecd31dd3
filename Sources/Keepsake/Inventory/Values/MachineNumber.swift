/// A number as programs write it: `19.990000000000002`, `-2`, `1e-07`.
///
/// It is kept as decimal digits, so rounding it depends on what the file says, not on a binary fraction.
struct MachineNumber {
  /// Whether it is below zero.
  let isNegative: Bool
  /// Whether it could be a number with thousands separators: `1.299`.
  let mayHaveThousands: Bool
  /// Whether its decimals end in a zero, which no program writes: `1.500`.
  let endsInZero: Bool
  /// The digits from the first that is not zero, as numbers.
  private let digits: ArraySlice<UInt8>
  /// The number of digits before the decimal point; negative if zeros follow the point.
  private let point: Int

  /// Parses ASCII digits with at most one `.`, a minus sign before them and an exponent after them.
  ///
  /// - Returns: `nil` for any other text, such as one with a comma or a currency.
  init?(_ text: String) {
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      isNegative = true
    } else {
      isNegative = text.hasPrefix(Self.minus)
      if isNegative { rest = text.dropFirst().utf8 }
    }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest[whole.endIndex...]
    var decimals = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      decimals = rest.dropFirst().prefix(while: Self.isDigit)
      rest = rest[decimals.endIndex...]
    }
    var exponent = 0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      guard let number = Self.exponent(rest.dropFirst()) else { return nil }
      exponent = number
      rest = rest.suffix(0)
    }
    guard rest.isEmpty, !(whole.isEmpty && decimals.isEmpty) else { return nil }
    mayHaveThousands =
      decimals.count == 3 && (1...3).contains(whole.count) && whole.first != UInt8(ascii: "0")
    endsInZero = decimals.last == UInt8(ascii: "0")
    let all = (Array(whole) + Array(decimals)).map { $0 - 48 }
    let zeros = all.prefix { $0 == 0 }.count
    digits = all[zeros...]
    point = whole.count - zeros + exponent
  }

  /// The number in units of a decimal place, rounded half away from zero.
  ///
  /// - Parameter places: The number of decimals to keep.
  /// - Returns: The units without the sign, and whether nothing but zeros was dropped; `nil` for more
  ///   units than an `Int64` holds.
  func rounded(to places: Int) -> (units: Int64, isExact: Bool)? {
    if digits.isEmpty { return (0, true) }
    let kept = point + places
    guard kept <= 18 else { return nil }
    guard kept >= 0 else { return (0, false) }
    var units: Int64 = 0
    for index in 0..<kept {
      let digit = digits.dropFirst(index).first ?? 0
      units = units * 10 + Int64(digit)
    }
    let dropped = digits.dropFirst(kept)
    if let next = dropped.first, next >= 5 { units += 1 }
    return (units, dropped.allSatisfy { $0 == 0 })
  }

  /// The typographic minus sign, which a spreadsheet may write instead of the hyphen.
  private static let minus = "\u{2212}"

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// An exponent of at most four digits.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    let digits = text.first.map { $0 == 43 || $0 == 45 } == true ? text.dropFirst() : text
    guard (1...4).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    return text.first == 45 ? -number : number
  }
}
