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
  func adding(days: Int) -> CalendarDate? {
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

  /// `Wed 2024-05-01`: a day with its weekday, for a person to check.
  func textWithWeekday(_ customs: Customs) -> String {
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
