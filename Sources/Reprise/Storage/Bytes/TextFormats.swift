import Glibc

/// Formats whole numbers for people.
public enum CountText {
  /// A number with thousands separators: `120,000`.
  public static func text(_ number: Int) -> String { grouped(String(number)) }

  /// `1 item`, `2 items`, `1,204 items`.
  public static func items(_ number: Int) -> String {
    "\(text(number)) item\(number == 1 ? "" : "s")"
  }

  /// `1 value`, `2 values`.
  public static func text(_ number: Int, _ one: String, _ many: String) -> String {
    "\(text(number)) \(number == 1 ? one : many)"
  }

  /// Digits with thousands separators, with or without a sign.
  public static func grouped(_ digits: String) -> String {
    var text = ""
    let characters = Array(digits)
    for (index, character) in characters.enumerated() {
      let rest = characters.count - index
      if index > 0, rest % 3 == 0, characters[index - 1] != "-" { text.append(",") }
      text.append(character)
    }
    return text
  }
}

/// The length of a file as text.
public enum SizeText {
  /// `812 bytes`, `3.5 MB`, rounded, in powers of a thousand, as disks are sold.
  public static func text(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (size, unit): (Int64, Int) = (1000, 0)
    // A length that rounds to a thousand is one of the next unit.
    while rounded(bytes, size) >= 1000, unit < units.count - 1 {
      (size, unit) = (size * 1000, unit + 1)
    }
    let tenths = rounded(bytes, size / 10)
    let isWhole = tenths >= 1000 || tenths % 10 == 0
    let number = isWhole ? "\(rounded(bytes, size))" : "\(tenths / 10).\(tenths % 10)"
    return "\(number) \(units[unit])"
  }

  private static func rounded(_ bytes: Int64, _ size: Int64) -> Int64 {
    bytes / size + (bytes % size) * 2 / size
  }

  private static let units = ["kB", "MB", "GB", "TB", "PB"]
}

/// A moment as `strftime` writes it, by the clock on the wall or in UTC.
///
/// - Parameter moment: Seconds since 1970 UTC.
public func timeText(_ moment: time_t, _ format: String, inUTC: Bool) -> String {
  var moment = moment
  var parts = tm()
  if inUTC { gmtime_r(&moment, &parts) } else { localtime_r(&moment, &parts) }
  var buffer = [CChar](repeating: 0, count: 64)
  let count = strftime(&buffer, buffer.count, format, &parts)
  return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A moment as ISO 8601 in UTC: `2026-01-31T23:59:59Z`.
///
/// - Parameter moment: Seconds since 1970 UTC.
public func universalTimeText(_ moment: time_t) -> String {
  timeText(moment, "%Y-%m-%dT%H:%M:%SZ", inUTC: true)
}
