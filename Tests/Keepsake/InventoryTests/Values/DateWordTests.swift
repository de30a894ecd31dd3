import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct DateWordTests {
  /// A Sunday.
  private static let today = CalendarDate(unchecked: 2026, 11, 22)
  private var clock: DateClock { DateClock(today: Self.today) }

  @Test(arguments: [
    ("today", "2026-11-22"), ("Today", "2026-11-22"), ("yesterday", "2026-11-21"),
    ("tomorrow", "2026-11-23"), ("last friday", "2026-11-20"), ("friday", "2026-11-20"),
    ("last sunday", "2026-11-15"), ("sun", "2026-11-15"), ("next sunday", "2026-11-29"),
    ("next mon", "2026-11-23"), ("last mon", "2026-11-16"), ("-3y", "2023-11-22"),
    ("+2y", "2028-11-22"), ("-1y6m", "2025-05-22"), ("-1y 6m", "2025-05-22"),
    ("-10d", "2026-11-12"),
    ("+2w", "2026-12-06"), ("3 weeks ago", "2026-11-01"), ("1 day ago", "2026-11-21"),
    ("in 2 years", "2028-11-22"), ("last month", "2026-10-22"), ("next year", "2027-11-22"),
    ("may 2024", "2024-05-01"), ("May 2024", "2024-05-01"), ("may", "2026-05-01"),
    ("december", "2025-12-01"), ("sept 2019", "2019-09-01"), ("1 may 2024", "2024-05-01"),
    ("1. May 2024", "2024-05-01"), ("May 1, 2024", "2024-05-01"), ("may 1st 2024", "2024-05-01"),
    ("22nd feb", "2026-02-22"), ("31 dec", "2025-12-31"), ("2024-05-01", "2024-05-01"),
    ("1.5.2024", "2024-05-01"), ("2022", "2022-01-01"), ("5/2024", "2024-05-01"),
    ("12/2022", "2022-12-01"), (" last  friday ", "2026-11-20"),
  ])
  func datesInWordsAreRead(text: String, day: String) throws {
    #expect(try CalendarDate(parsing: text, clock: clock).text == day)
    let typed = text.lowercased()
    for length in 0...typed.count {
      let part = String(typed.prefix(length))
      #expect(CalendarDate.canBecome(from: part, clock: clock), "“\(part)” of “\(text)”")
    }
  }

  @Test(arguments: [
    "soon", "last", "last blue", "3 apples ago", "+", "-", "+3", "+3x", "3y", "may 2024 1",
    "32 may",
    "30 feb 2024", "may may", "ma 2024", "1 2 may", "in friday", "-99999y", "+9999y 9999y",
    "may 99999", "1500", "13/2024", "0/2024", "5/24", "5/5/5/2024", "today tomorrow",
    "1 may 2024 5", "-",
  ])
  func textsWithoutADateAreRefused(text: String) {
    #expect(throws: CalendarDate.ParseError.self) { try CalendarDate(parsing: text, clock: clock) }
  }

  @Test(arguments: [
    "x", "todax", "last frx", "1 mxy", "20244 may", "-3z", "5/20245", "5//",
  ])
  func textsThatCannotBecomeADateAreNoticed(text: String) {
    #expect(!CalendarDate.canBecome(from: text, clock: clock))
  }

  @Test func relativeDatesAreRefusedInFiles() {
    #expect(throws: CalendarDate.ParseError.notADate) { try CalendarDate(parsing: "today") }
    #expect(throws: CalendarDate.ParseError.notADate) { try CalendarDate(parsing: "may 2024") }
  }

  @Test func aPlusCountsFromTheStartDate() throws {
    let bought = CalendarDate(unchecked: 2024, 2, 29)
    let clock = DateClock(today: Self.today, start: bought)
    #expect(try CalendarDate(parsing: "+2y", clock: clock).text == "2026-02-28")
    #expect(try CalendarDate(parsing: "-2y", clock: clock).text == "2024-11-22")
  }

  @Test func everyDayHasTheNextDayNumberAndWeekday() throws {
    var day = CalendarDate(unchecked: 1000, 1, 1)
    var weekday = day.weekday
    while day.year < 2105 {
      let next = try #require(day.adding(days: 1))
      #expect(next > day && next.dayNumber == day.dayNumber + 1)
      weekday = (weekday + 1) % 7
      #expect(next.weekday == weekday)
      (day, _) = (next, 0)
    }
    #expect(CalendarDate(unchecked: 9999, 12, 31).adding(days: 1) == nil)
    #expect(CalendarDate(unchecked: 1000, 1, 1).adding(days: -1) == nil)
    #expect(Self.today.textWithWeekday(.plain) == "Sun 2026-11-22")
  }

  @Test(arguments: [
    ("2024-01-31", "2024-02-29", 1), ("2024-01-31", "2024-02-28", 0),
    ("2024-01-15", "2025-01-14", 11),
    ("2024-01-15", "2025-01-15", 12), ("2025-01-15", "2024-01-15", -12),
  ])
  func wholeMonthsAreCounted(from: String, to: String, months: Int) throws {
    let (from, to) = (try #require(CalendarDate(iso: from)), try #require(CalendarDate(iso: to)))
    #expect(from.months(to: to) == months)
  }

  @Test(arguments: [
    (ItemField.purchaseDate, "2026-11-23", true), (.purchaseDate, "today", false),
    (.purchaseDate, "tomorrow", true), (.soldDate, "2031", true), (.warrantyUntil, "2031", false),
    (.purchaseDate, "soon", false), (.purchaseDate, "", false),
  ])
  func theFormNoticesAFutureDate(field: ItemField, text: String, isToCome: Bool) {
    var form = ItemForm(item: Item(name: "Lamp"), currency: .euro)
    form.fields[field] = text
    #expect(!form.isToCome(field), "without a clock no date is in the future")
    form.reading = FieldReading(currency: .euro, customs: .plain, clock: clock)
    #expect(form.isToCome(field) == isToCome)
  }

  @Test func theFormShowsHowItReadsAmountsAndDates() throws {
    var form = ItemForm(item: Item(name: "Lamp"), currency: .euro)
    form.reading = FieldReading(
      currency: .euro, customs: LocaleFormat(environment: ["LANG": "de_DE"]), clock: clock)
    form.fields[.purchasePrice] = "1.299"
    #expect(form.understood(.purchasePrice) == "1.299,00\u{A0}€")
    form.fields[.purchasePrice] = "1299.50"
    #expect(form.understood(.purchasePrice) == nil, "the text is unambiguous")
    form.fields[.purchaseDate] = "last friday"
    #expect(form.understood(.purchaseDate) == "Fri 2026-11-20")
    form.fields[.warrantyUntil] = "+2y"
    #expect(form.understood(.warrantyUntil) == "Mon 2028-11-20", "counted from the purchase")
    form.fields[.soldDate] = "5/6/2024"
    #expect(form.understood(.soldDate) == "Wed 2024-06-05")
    form.settleDate(.purchaseDate)
    #expect(form.fields[.purchaseDate] == "2026-11-20", "tomorrow it would be another day")
    guard case .valid(let item) = form.validated() else {
      Issue.record("the form is not valid")
      return
    }
    #expect(item.purchaseDate?.text == "2026-11-20")
    #expect(item.warrantyUntil?.text == "2028-11-20")
  }
}
