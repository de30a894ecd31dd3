/// A day of the Gregorian calendar, stored as ISO text (`2024-05-01`), without time, zone or locale.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// 1000 to 9999; a smaller year is a typing error (`0202` for `2020`).
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the month's last day.
  public let day: Int

  /// Makes a day; `nil` if the calendar lacks it.
  public init?(year: Int, month: Int, day: Int) {
    guard (1000...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes a day that is known to exist.
  init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Parses exactly the ISO text of ``text``, as the program stores it.
  public init?(iso text: String) {
    var text = text
    let numbers = text.withUTF8 { bytes -> (year: Int, month: Int, day: Int)? in
      guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
        let day = Self.number(bytes[8..<10])
      else { return nil }
      return (year, month, day)
    }
    guard let numbers else { return nil }
    self.init(year: numbers.year, month: numbers.month, day: numbers.day)
  }

  /// The ISO text, ten characters.
  public var text: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  /// Earlier days come first.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  static func number(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }
}

extension CalendarDate: Codable {
  /// Reads the ISO text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = CalendarDate(iso: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a date"))
    }
    self = date
  }

  /// Writes the ISO text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
