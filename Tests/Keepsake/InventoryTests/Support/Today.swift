import Foundation

/// What samples are drawn by, so that the runs of many days try much more than that of one.
enum Today {
  /// The days since 1970, in UTC.
  static let number = UInt64(max(0, time(nil))) / 86_400
}
