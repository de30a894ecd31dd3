import Foundation

/// The length and modification time of a log.
struct LogState: Equatable {
  /// The coarsest resolution of a file system's clock, in seconds.
  private static let grain = 0.02

  /// In bytes.
  let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the state of an open file; `nil` when that fails.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Whether every write after a time, in seconds since 1970, is sure to change the state.
  ///
  /// Two writes close to each other may get the same time.
  func isSettled(at time: Double) -> Bool {
    Double(seconds) + Double(nanoseconds) / 1e9 < time - Self.grain
  }
}
