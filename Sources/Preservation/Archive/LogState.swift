import Foundation

/// The length of a log and when it was last written to, as the file system has it.
struct LogState: Equatable {
  /// How coarse the clock of a file system may be, in seconds.
  private static let grain = 0.02

  /// In bytes.
  let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Looks at an open file; `nil` when that is not possible.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Whether any write after a time, in seconds since 1970, is sure to leave another state.
  ///
  /// A write right after another one may be given the same time.
  func isSettled(at time: Double) -> Bool {
    Double(seconds) + Double(nanoseconds) / 1e9 < time - Self.grain
  }
}
