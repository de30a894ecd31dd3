import Foundation

extension CalendarDate {
  /// The day that it is where the person lives.
  public static func today() -> CalendarDate { CalendarDate(at: time(nil)) }

  /// The day of a moment, in seconds since 1970, in the time zone of the process.
  init(at moment: time_t) {
    var (moment, parts) = (moment, tm())
    localtime_r(&moment, &parts)
    let day = CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    self = day ?? Self.epoch
  }

  /// What a clock says that was never set.
  private static let epoch = CalendarDate(unchecked: 1970, 1, 1)
}
