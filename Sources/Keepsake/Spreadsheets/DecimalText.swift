import Foundation

/// Numbers as texts, without a locale.
enum DecimalText {
  /// A number with at most 15 digits.
  static func text(_ number: Double) -> String {
    var bytes = [CChar](repeating: 0, count: 32)
    let count = withVaList([number]) { vsnprintf(&bytes, bytes.count, "%.15g", $0) }
    return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A whole number with leading zeros.
  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
