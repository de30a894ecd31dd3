import Foundation

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

  /// Parses the stored form of a date, as in ``text``: `2024-05-31` and nothing else.
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

extension CalendarDate {
  /// The number of the day; consecutive days have consecutive numbers.
  var dayNumber: Int {
    // The year starts in March, so that a leap day comes last (H. Hinnant, “chrono-compatible low-level
    // date algorithms”). All years are positive here.
    let shifted = month > 2 ? year : year - 1
    let century = shifted / 400
    let ofCentury = shifted - century * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + ofCentury * 365 + ofCentury / 4 - ofCentury / 100 + dayOfYear
  }

  /// The day with a number; `nil` outside the supported years.
  init?(dayNumber: Int) {
    guard dayNumber >= 0 else { return nil }
    let century = dayNumber / 146_097
    let rest = dayNumber % 146_097
    let ofCentury = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * ofCentury + ofCentury / 4 - ofCentury / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = century * 400 + ofCentury + (month <= 2 ? 1 : 0)
    self.init(year: year, month: month, day: dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The day of the week; 0 is Monday.
  var weekday: Int { (dayNumber + 2) % 7 }

  /// Adds days; `nil` outside the supported years.
  public func adding(days: Int) -> CalendarDate? {
    let (number, isOver) = dayNumber.addingReportingOverflow(days)
    return isOver ? nil : CalendarDate(dayNumber: number)
  }

  /// Adds months; a day that the month lacks becomes its last: a month after 31 January is the end of
  /// February.
  func adding(months: Int) -> CalendarDate? {
    let (sum, isOver) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !isOver, sum >= 0 else { return nil }
    for day in stride(from: day, to: 27, by: -1) {
      if let date = CalendarDate(year: sum / 12, month: sum % 12 + 1, day: day) { return date }
    }
    return CalendarDate(year: sum / 12, month: sum % 12 + 1, day: day)
  }

  /// The whole months until another day; negative if that is earlier.
  func months(to later: CalendarDate) -> Int {
    let months = (later.year - year) * 12 + later.month - month
    guard later.day < day else { return months }
    // The last day of a month completes a month that began on a later day.
    return later.adding(days: 1)?.day == 1 ? months : months - 1
  }

  /// The days until another day; negative if that is earlier.
  public func days(to later: CalendarDate) -> Int { later.dayNumber - dayNumber }

  /// `Wed 2024-05-01`: a day with its weekday, for the user to check.
  func textWithWeekday(_ customs: LocaleFormat) -> String {
    Self.weekdays[weekday].prefix(3).capitalized + " " + customs.text(of: self)
  }

  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension CalendarDate {
  /// Today in the local time zone.
  public static func today() -> CalendarDate { CalendarDate(seconds: time(nil)) }

  /// The day of a time in the local time zone.
  public init(at moment: Timestamp) { self.init(seconds: time_t(moment / 1000)) }

  /// The day of a time, in seconds since 1970, in the local time zone.
  private init(seconds: time_t) {
    var (moment, parts) = (seconds, tm())
    localtime_r(&moment, &parts)
    let day = CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    self = day ?? Self.epoch
  }

  /// The day that a clock shows if it was never set.
  private static let epoch = CalendarDate(unchecked: 1970, 1, 1)
}
