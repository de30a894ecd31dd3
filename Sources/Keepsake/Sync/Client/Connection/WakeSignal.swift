import Foundation

/// Wakes a thread that waits for descriptors: a channel with a byte in it, or none.
final class WakeSignal: Sendable {
  /// Readable after ``send()``, until ``take()``.
  let descriptor: Int32
  private let end: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    socketpair(AF_UNIX, Int32(type), 0, &ends)
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  func send() {
    var byte: UInt8 = 1
    // Full, it wakes as well.
    _ = write(end, &byte, 1)
  }

  func take() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
