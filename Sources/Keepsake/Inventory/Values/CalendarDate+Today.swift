import Foundation

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
