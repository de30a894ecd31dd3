extension CalendarDate {
  /// The order of day and month in a date with slashes or hyphens.
  public enum DayOrder: Sendable {
    /// Unknown: a date is valid only if one order gives a day, or both give the same.
    case unknown
    /// Month first, as Homebox writes it.
    case monthFirst
    /// Day first.
    case dayFirst
  }

  /// Why a text is not a day.
  public enum ParseError: Error, Equatable, Sendable {
    /// It does not look like a date.
    case notADate
    /// It looks like a date, but the calendar lacks that day.
    case noSuchDay
    /// `05/01/2024` may be two days.
    case ambiguous(monthFirst: CalendarDate, dayFirst: CalendarDate)
  }

  /// Parses `2024-05-01`, `2024/5/1`, `1.5.2024`, `31/12/2024`, `12/31/2024` or an RFC 3339 time.
  ///
  /// All dates, typed or in files, are parsed here. With dots the day always comes first. With slashes
  /// both orders are tried, and an ambiguous date is refused with both days, unless the caller knows
  /// the order.
  public init(parsing text: String, order: DayOrder = .unknown) throws(ParseError) {
    guard let parts = Parts(text.trimmedOfBlanks), parts.numbers.count == 3 else {
      throw .notADate
    }
    let lengths = parts.lengths
    let numbers = parts.numbers
    if lengths[0] == 4, lengths[1] <= 2, lengths[2] <= 2 {
      self = try Self.day(numbers[0], numbers[1], numbers[2])
      return
    }
    guard lengths[2] == 4, lengths[0] <= 2, lengths[1] <= 2, !parts.hasTime else {
      throw .notADate
    }
    let dayFirst = CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
    if parts.separator == UInt8(ascii: ".") {
      guard let dayFirst else { throw .noSuchDay }
      self = dayFirst
      return
    }
    let monthFirst = CalendarDate(year: numbers[2], month: numbers[0], day: numbers[1])
    switch (monthFirst, dayFirst, order) {
    case (let day?, _, .monthFirst), (_, let day?, .dayFirst), (let day?, nil, .unknown),
      (nil, let day?, .unknown):
      self = day
    case (let first?, let second?, .unknown):
      guard first == second else { throw .ambiguous(monthFirst: first, dayFirst: second) }
      self = first
    case (nil, _, .monthFirst), (_, nil, .dayFirst), (nil, nil, .unknown): throw .noSuchDay
    }
  }

  private static func day(
    _ year: Int, _ month: Int, _ day: Int
  ) throws(ParseError) -> CalendarDate {
    guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchDay }
    return date
  }

  /// Whether more typing can make a text a day.
  ///
  /// Never `false` by mistake; errors that it misses are found when the text is parsed.
  static func canBecome(from text: String) -> Bool {
    let text = text.trimmedOfBlanks
    if text.isEmpty { return true }
    do {
      _ = try CalendarDate(parsing: text)
      return true
    } catch ParseError.ambiguous {
      return true
    } catch {}
    guard let parts = Parts(text), parts.numbers.count <= 3 else { return false }
    if parts.hasTime { return !parts.isTimeWhole }
    let isYearFirst = parts.lengths[0] == 4
    for (index, (length, number)) in zip(parts.lengths, parts.numbers).enumerated() {
      let isOver = index < parts.numbers.count - 1
      let isYear = index == (isYearFirst ? 0 : 2)
      if isYear || (index == 0 && !isOver) {
        // Three complete numbers that are not a day.
        if isYear, index == 2, length == 4 { return false }
        guard length <= 4, length < 4 || number >= 1000 else { return false }
      } else {
        let isMonth = index == 1 && (isYearFirst || parts.separator == UInt8(ascii: "."))
        guard length <= 2, number <= (isMonth ? 12 : 31), !isOver || number > 0 else {
          return false
        }
        if isYearFirst, index == 2, length == 2 { return false }
      }
    }
    return true
  }

  /// A text split into numbers, their separator, and whether a time follows.
  private struct Parts {
    var numbers: [Int] = []
    /// The number of digits in each number.
    var lengths: [Int] = []
    var separator: UInt8?
    var hasTime = false
    /// Whether the time is complete.
    var isTimeWhole = false

    init?(_ text: String) {
      let bytes = Array(text.utf8)
      let end = bytes.firstIndex { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }
      if let end {
        hasTime = true
        let time = bytes[(end + 1)...]
        guard time.count <= 24, time.allSatisfy(Self.isOfTime) else { return nil }
        isTimeWhole = time.count >= 5
      }
      for field in Self.fields(bytes[..<(end ?? bytes.count)], &separator) {
        guard field.isEmpty || CalendarDate.number(field) != nil else { return nil }
        numbers.append(CalendarDate.number(field) ?? 0)
        lengths.append(field.count)
      }
      // Only the last number may be missing: it is still being typed.
      guard !lengths.dropLast().contains(0), separator != nil || lengths != [0] else { return nil }
      if hasTime, lengths.count != 3 || !isTimeWhole && lengths[0] != 4 { return nil }
    }

    /// Splits at the separator that comes first; a field with another one is not a number.
    private static func fields(
      _ bytes: ArraySlice<UInt8>, _ separator: inout UInt8?
    ) -> [ArraySlice<UInt8>] {
      separator = bytes.first { "-/.".utf8.contains($0) }
      guard let separator else { return [bytes] }
      return bytes.split(separator: separator, omittingEmptySubsequences: false)
    }

    /// Whether a byte can be part of a time or zone.
    private static func isOfTime(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || ":.+-Zz".utf8.contains(byte)
    }
  }
}
