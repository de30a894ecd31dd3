/// A day in words: `1 may 2024`, `may 2024`, `5/2024`, `2024`, `today`, `last friday`, `3 weeks ago`, `-3y`,
/// `+2y`.
///
/// Names of months and days can be abbreviated to three letters. A month without a year is the latest
/// that has begun; a month without a day is its first day, and so is a year; a weekday without `next` is the latest
/// before today. A number with a sign counts from a day that the caller names.
struct DateWords {
  private let words: [Substring]
  private let clock: DateClock

  /// Splits a text; `nil` if it contains anything but words, numbers and a sign.
  init?(_ text: String, _ clock: DateClock) {
    guard text.utf8.count <= 40 else { return nil }
    let lower = text.lowercased()
    guard lower.utf8.allSatisfy(Self.isPossible) else { return nil }
    words = lower.split { " ,.".contains($0) }
    guard !words.isEmpty else { return nil }
    self.clock = clock
  }

  /// The day; `nil` if the words mean none.
  var day: CalendarDate? { oneWord ?? counted ?? ofWeek ?? ofMonth ?? ofYear }

  /// Whether more typing can make the words a day.
  var canBecomeDay: Bool {
    day != nil
      || words.allSatisfy { word in
        if Self.isCount(word) { return true }
        if word.contains("/") { return Self.canBecomeMonth(word) }
        if word.allSatisfy(\.isNumber) { return word.utf8.count <= 4 }
        let letters = word.drop { $0.isNumber }
        if letters.startIndex > word.startIndex {
          return ["st", "nd", "rd", "th"].contains { $0.hasPrefix(letters) }
        }
        return Self.vocabulary.contains { $0.hasPrefix(letters) }
      }
  }

  private static func isPossible(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || " ,.+-/".utf8.contains(byte)
  }

  /// The words that are understood.
  private static let vocabulary =
    ["today", "now", "yesterday", "tomorrow", "last", "next", "ago", "in"]
    + CalendarDate.weekdays + CalendarDate.monthNames
    + ["day", "week", "month", "year"].flatMap { [$0, $0 + "s"] }

  private var oneWord: CalendarDate? {
    guard words.count == 1 else { return nil }
    switch words[0] {
    case "today", "now": return clock.today
    case "yesterday": return clock.today.adding(days: -1)
    case "tomorrow": return clock.today.adding(days: 1)
    default: return nil
    }
  }

  // MARK: - Counting

  /// `-3y`, `+1y 6m`, `3 weeks ago`, `in 2 years`, `last month`, `next year`.
  private var counted: CalendarDate? {
    if let first = words.first, first.first == "+" || first.first == "-" { return signed }
    if words.count == 2, ["last", "next"].contains(words[0]) {
      return clock.today.adding(words[0] == "last" ? -1 : 1, words[1])
    }
    if words.count == 3, words[2] == "ago", let count = Self.number(words[0]) {
      return clock.today.adding(-count, words[1])
    }
    if words.count == 3, words[0] == "in", let count = Self.number(words[1]) {
      return clock.today.adding(count, words[2])
    }
    return nil
  }

  private var signed: CalendarDate? {
    var rest = Substring(words.joined())
    let sign = rest.removeFirst() == "-" ? -1 : 1
    // Back from today, forward from the start: a warranty of two years counts from the purchase.
    var date: CalendarDate? = sign < 0 ? clock.today : clock.start
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber }
      let unit = rest[digits.endIndex...].prefix { $0.isLetter }
      guard let count = Self.number(digits), !unit.isEmpty else { return nil }
      date = date?.adding(sign * count, unit)
      rest = rest[unit.endIndex...]
    }
    return date
  }

  /// Whether a word is a sign with counts and units, or may become one.
  private static func isCount(_ word: Substring) -> Bool {
    guard word.first == "+" || word.first == "-" else { return false }
    return word.dropFirst().allSatisfy { $0.isNumber || "dwmy".contains($0) }
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.count <= 4 && digits.utf8.allSatisfy { (48...57).contains($0) }
      ? Int(digits) : nil
  }

  // MARK: - Names

  private static func index(of word: Substring, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) } ?? (word == "sept" ? 8 : nil)
  }

  /// `friday`, `last friday`, `next friday`.
  private var ofWeek: CalendarDate? {
    guard let last = words.last, words.count <= 2,
      let weekday = Self.index(of: last, in: CalendarDate.weekdays)
    else { return nil }
    let back = (clock.today.weekday - weekday + 6) % 7 + 1
    switch words.count == 2 ? words[0] : "last" {
    case "last": return clock.today.adding(days: -back)
    case "next": return clock.today.adding(days: back == 7 ? 7 : 7 - back)
    default: return nil
    }
  }

  /// `may`, `may 2024`, `1 may`, `1st may 2024`, `may 1, 2024`.
  private var ofMonth: CalendarDate? {
    guard words.count <= 3,
      let place = words.firstIndex(where: { Self.index(of: $0, in: CalendarDate.monthNames) != nil }
      ),
      place <= 1, let month = Self.index(of: words[place], in: CalendarDate.monthNames)
    else { return nil }
    var others = words
    others.remove(at: place)
    var (day, year): (Int?, Int?)
    for word in others {
      if word.utf8.count == 4, let number = Self.number(word), place == 0 || day != nil {
        guard year == nil else { return nil }
        year = number
      } else if let number = Self.ordinal(word), day == nil, year == nil {
        day = number
      } else {
        return nil
      }
    }
    if place == 1, day == nil { return nil }
    if let year { return CalendarDate(year: year, month: month + 1, day: day ?? 1) }
    let date = CalendarDate(year: clock.today.year, month: month + 1, day: day ?? 1)
    guard let date, date > clock.today else { return date }
    return CalendarDate(year: clock.today.year - 1, month: month + 1, day: day ?? 1)
  }

  /// `2024`, `5/2024`, of the years in which things were bought.
  private var ofYear: CalendarDate? {
    let numbers =
      words.count == 1 ? words[0].split(separator: "/", omittingEmptySubsequences: false) : []
    guard let last = numbers.last, last.utf8.count == 4, let year = Self.number(last),
      (1800...2199).contains(year)
    else { return nil }
    switch numbers.count {
    case 1: return CalendarDate(year: year, month: 1, day: 1)
    case 2: return Self.ordinal(numbers[0]).flatMap { CalendarDate(year: year, month: $0, day: 1) }
    default: return nil
    }
  }

  /// Whether the text can become a month and a year around a slash.
  private static func canBecomeMonth(_ word: Substring) -> Bool {
    let numbers = word.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, let month = ordinal(numbers[0]), (1...12).contains(month) else {
      return false
    }
    return numbers[1].allSatisfy(\.isNumber) && numbers[1].utf8.count <= 4
  }

  /// `1`, `1st`, `22nd`.
  private static func ordinal(_ word: Substring) -> Int? {
    let digits = word.prefix { $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(String(word[digits.endIndex...])) else {
      return nil
    }
    return digits.utf8.count <= 2 ? number(digits) : nil
  }
}

/// The days from which the words of a date count.
public struct DateClock: Hashable, Sendable {
  /// Today.
  public var today: CalendarDate
  /// The day from which a number with a plus counts: for a warranty, the purchase.
  public var start: CalendarDate

  /// Makes a clock that stands still.
  public init(today: CalendarDate, start: CalendarDate? = nil) {
    self.today = today
    self.start = start ?? today
  }
}

extension CalendarDate {
  /// Adds units: `d`, `w`, `m`, `y`, or their words; `nil` for any other unit.
  func adding(_ count: Int, _ unit: Substring) -> CalendarDate? {
    switch unit {
    case "d", "day", "days": adding(days: count)
    case "w", "week", "weeks": adding(days: count * 7)
    case "m", "month", "months": adding(months: count)
    case "y", "year", "years": adding(months: count * 12)
    default: nil
    }
  }

  /// Parses what ``init(parsing:order:)`` parses, and days in words.
  ///
  /// For typed text, where the person sees what was understood; in a file `today` means nothing.
  public init(
    parsing text: String, order: DayOrder = .unknown, clock: DateClock
  ) throws(ParseError) {
    do {
      self = try CalendarDate(parsing: text, order: order)
    } catch {
      guard error == .notADate, let day = DateWords(text.trimmedOfBlanks, clock)?.day else {
        throw error
      }
      self = day
    }
  }

  /// Whether more typing can make a text a day, in numbers or words.
  static func canBecome(from text: String, clock: DateClock?) -> Bool {
    if canBecome(from: text) { return true }
    guard let clock else { return false }
    return DateWords(text.trimmedOfBlanks, clock)?.canBecomeDay ?? false
  }
}
