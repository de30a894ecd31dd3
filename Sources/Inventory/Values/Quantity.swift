/// How many of an item there are: zero or more, with up to four decimals (2.5 metres of cable).
public enum Quantity {
  /// The largest quantity accepted.
  public static let maximum = 1_000_000_000.0

  /// Why a text is no quantity.
  public enum ParseError: Error, Equatable, Sendable {
    /// Something other than digits and what sets them apart, more than four decimals, or too much.
    case notAQuantity
    /// Thousands or decimals: `1,500`.
    case ambiguous
  }

  /// Reads a quantity: `2`, `2.5`, `2,5`, `1 000`.
  ///
  /// ``AmountText`` says how thousands and decimals are told apart.
  ///
  /// - Parameter customs: Those of the person who sees what was understood.
  public static func parse(
    _ text: String, customs: Customs = .plain
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
    guard let value = Double(plain), value <= maximum, decimals.count <= 4 else {
      throw .notAQuantity
    }
    return value
  }

  /// Whether a text can still become a quantity when more is typed behind it.
  static func canBecome(from text: String) -> Bool {
    let others = ".,'’".unicodeScalars
    return text.unicodeScalars.allSatisfy { scalar in
      (48...57).contains(scalar.value) || scalar.properties.isWhitespace || others.contains(scalar)
    }
  }

  /// A quantity as it can be, of what a file holds.
  static func possible(_ stored: Double?) -> Double {
    guard let stored, !stored.isNaN else { return 1 }
    return min(max(stored, 0), maximum)
  }

  /// The shortest text that reads back as the same quantity: `1`, `2.5`.
  public static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) <= maximum { return String(Int64(value)) }
    return String(value)
  }
}
