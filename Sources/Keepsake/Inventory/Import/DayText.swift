import Foundation

/// A day as files write it, brought into a form that ``CalendarDate`` parses.
enum DayText {
  /// The text without a time, with a year of four digits, and with a number for the name of a month.
  static func plain(_ text: String, thisYear: Int) -> String {
    if isISO(text) { return text }
    let text = withoutTime(text.trimmedOfBlanks)
    if let named = withMonthName(text) { return named }
    let parts = text.split(whereSeparator: { "./-".contains($0) }).map(String.init)
    guard parts.count == 3, parts[2].count == 2, parts[0].count <= 2,
      parts.allSatisfy({ $0.allSatisfy(\.isASCII) && Int($0) != nil }), let year = Int(parts[2]),
      let separator = text.first(where: { "./-".contains($0) })
    else { return text.hasSuffix(".") ? String(text.dropLast()) : text }
    let century = year + 2000 > thisYear + 20 ? 1900 : 2000
    return "\(parts[0])\(separator)\(parts[1])\(separator)\(century + year)"
  }

  /// Whether a text has the form `2024-05-31`.
  private static func isISO(_ text: String) -> Bool {
    guard text.utf8.count == 10 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      index == 4 || index == 7 ? byte == 45 : (48...57).contains(byte)
    }
  }

  /// Which of the two first numbers of a date with slashes or hyphens can't be a month; `nil` for any other text.
  static func evidence(_ plain: String) -> Evidence? {
    let parts = plain.split(separator: plain.contains("/") ? "/" : "-").map { Int($0) }
    guard !plain.contains("."), parts.count == 3, let first = parts[0], let second = parts[1],
      let year = parts[2], first <= 31, year > 31
    else { return nil }
    if first > 12 { return .dayFirst }
    if second > 12 { return .monthFirst }
    return first == second ? nil : .ambiguous
  }

  /// The order of day and month that a date shows.
  enum Evidence { case dayFirst, monthFirst, ambiguous }

  /// `28/08/2025 01:26PM` and `2024-05-31T10:00:00Z` without the time.
  private static func withoutTime(_ text: String) -> String {
    let head = text.prefix { $0 != " " && $0 != "T" && $0 != "," }
    let separators = head.count { "./-".contains($0) }
    return separators >= 2 && head.contains(where: \.isNumber) ? String(head) : text
  }

  private static func withMonthName(_ text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let numbers = words.compactMap { Int($0) }
    guard words.count >= 3, numbers.count == 2,
      let year = numbers.first(where: { $0 > 31 }), let day = numbers.first(where: { $0 <= 31 }),
      let month = words.lazy.compactMap(month).first
    else { return nil }
    return "\(day).\(month).\(year)"
  }

  private static func month(_ word: String) -> Int? {
    guard word.count >= 3, word.allSatisfy(\.isLetter) else { return nil }
    let key = ColumnAliases.key(word)
    let index = months.firstIndex { names in names.contains { key.hasPrefix($0) } }
    return index.map { $0 + 1 }
  }

  /// The beginnings of the names in English, German, French, Spanish, Italian and Russian.
  private static let months: [[String]] = [
    ["jan", "ene", "gen", "янв"], ["feb", "fev", "фев"], ["mar", "mae", "mrz", "мар"],
    ["apr", "avr", "abr", "апр"], ["may", "mai", "mag", "мая", "маи"],
    ["jun", "juin", "giu", "июн"],
    ["jul", "juil", "lug", "июл"], ["aug", "aou", "ago", "авг"], ["sep", "set", "сен"],
    ["oct", "okt", "ott", "окт"], ["nov", "ноя"], ["dec", "dez", "dic", "дек"],
  ]
}
