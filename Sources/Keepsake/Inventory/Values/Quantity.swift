/// The quantity of an item: zero or more, with up to four decimals (2.5 metres of cable).
public enum Quantity {
  /// The maximum quantity.
  public static let maximum = 1_000_000_000.0
  /// The number of decimals that are kept.
  static let decimals = 4
  /// The number of the smallest parts in 1.
  static let units = 10_000.0

  /// Why a text is not a quantity.
  public enum ParseError: Error, Equatable, Sendable {
    /// Something other than digits and separators, more than four decimals, or too much.
    case notAQuantity
    /// The separator may be for thousands or decimals: `1,500`.
    case ambiguous
  }

  /// Parses a quantity: `2`, `2.5`, `2,5`, `1 000`.
  ///
  /// ``AmountText`` distinguishes thousands and decimals.
  ///
  /// - Parameter customs: The number format of the user, who sees how the text was understood.
  public static func parse(
    _ text: String, customs: LocaleFormat = .plain
  ) throws(ParseError) -> Double {
    let amount: AmountText
    do {
      amount = try AmountText(text.trimmedOfBlanks, usual: .three, customs: customs)
    } catch {
      throw error == .ambiguous ? .ambiguous : .notAQuantity
    }
    let whole = amount.whole.isEmpty ? [48] : amount.whole
    let decimals = amount.decimals.isEmpty ? [48] : amount.decimals
    let plain = String(decoding: whole + [UInt8(ascii: ".")] + decimals, as: UTF8.self)
    guard let value = Double(plain), value <= maximum, decimals.count <= Self.decimals else {
      throw .notAQuantity
    }
    return value
  }

  /// Whether more typing can make a text a quantity.
  static func canBecome(from text: String) -> Bool {
    let others = ".,'’".unicodeScalars
    return text.unicodeScalars.allSatisfy { scalar in
      (48...57).contains(scalar.value) || scalar.properties.isWhitespace || others.contains(scalar)
    }
  }

  /// A stored quantity, brought into the valid range.
  static func possible(_ stored: Double?) -> Double {
    guard let stored, !stored.isNaN else { return 1 }
    return min(max(stored, 0), maximum)
  }

  /// The shortest text that parses as the same quantity: `1`, `2.5`.
  public static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) <= maximum { return String(Int64(value)) }
    return String(value)
  }
}
