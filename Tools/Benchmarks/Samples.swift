import Glibc

/// Measured values, in any one unit.
struct Samples {
  private var values: [Double] = []

  init(_ values: [Double] = []) {
    self.values = values
  }

  mutating func add(_ value: Double?) {
    if let value { values.append(value) }
  }

  var maximum: Double { values.max() ?? .nan }

  var median: Double { percentile(50) }

  func percentile(_ percent: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))]
  }
}

/// One line of the report.
enum Report {
  static func heading(_ text: String) {
    say("\n\(text)")
  }

  /// Flushes each line: a run takes minutes, and someone may be watching.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  static func line(_ name: String, _ value: Double, _ unit: String, note: String = "") {
    let number = value < 10 ? hundredths(value) : tenths(value)
    say("  " + pad(name, 44) + pad(number + " " + unit, 14) + note)
  }

  static func note(_ text: String) {
    say("  " + text)
  }

  static func ratio(_ name: String, _ value: Double, bar: String) {
    say("  " + pad(name, 44) + pad(hundredths(value) + " ×", 14) + bar)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func hundredths(_ value: Double) -> String { rounded(value, 100) }

  private static func tenths(_ value: Double) -> String { rounded(value, 10) }

  private static func rounded(_ value: Double, _ scale: Double) -> String {
    value.isNaN ? "?" : "\((value * scale).rounded() / scale)"
  }
}
