import Dispatch
import Glibc

/// The only writer to the tty (reliability S2).
///
/// It never blocks: bytes that the terminal does not accept are queued and written when it is
/// ready.
@MainActor final class TerminalSink {
  /// Called when the queue is empty again.
  var onDrain: (() -> Void)?

  /// Called when the terminal is gone.
  var onFailure: (() -> Void)?

  /// Whether bytes are queued.
  var isBlocked: Bool { !queue.isEmpty }

  private let descriptor: Int32
  private var queue: [UInt8] = []
  /// How many bytes of the queue are written already.
  private var queueStart = 0
  private var source: (any DispatchSourceWrite)?

  /// Makes a sink for an open, non-blocking descriptor, which the caller owns.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes bytes now, or queues them.
  func write(_ bytes: [UInt8]) {
    guard !isBlocked else {
      queue += bytes
      return
    }
    let written = writeNow(bytes[...])
    guard written < bytes.count else { return }
    queue = Array(bytes[written...])
    waitUntilWritable()
  }

  /// Writes the sequences that restore the terminal, and waits at most twice `timeout` milliseconds.
  ///
  /// If the terminal does not accept the queue in that time, the queue is dropped; CAN then ends a
  /// truncated sequence. A slow terminal would take seconds to draw a frame that is no longer
  /// needed.
  func finish(with restore: [UInt8], timeout: Int = 200) {
    source?.cancel()
    source = nil
    let rest = queue[queueStart...]
    (queue, queueStart) = ([], 0)
    var restore = restore
    if !writePatiently(rest, timeout: timeout) {
      tcflush(descriptor, TCOFLUSH)
      restore = [0x18] + restore
    }
    _ = writePatiently(restore[...], timeout: timeout)
  }

  /// Writes bytes until the terminal has all or the time is over; returns whether it has all.
  private func writePatiently(_ bytes: ArraySlice<UInt8>, timeout: Int) -> Bool {
    let end = ContinuousClock.now + .milliseconds(timeout)
    var rest = bytes
    while true {
      rest = rest.dropFirst(writeNow(rest))
      guard !rest.isEmpty else { return true }
      let left = (end - .now) / .milliseconds(1)
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard left > 0, poll(&ready, 1, Int32(left.rounded(.up))) > 0,
        ready.revents & Int16(POLLOUT) != 0
      else { return false }
    }
  }

  /// Writes as much as the terminal accepts; if it is gone, pretends to have written everything.
  private func writeNow(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count, let start = buffer.baseAddress {
        let count = Glibc.write(descriptor, start + written, buffer.count - written)
        if count > 0 {
          written += count
        } else if errno == EAGAIN {
          break
        } else if errno != EINTR {
          onFailure?()
          return buffer.count
        }
      }
      return written
    }
  }

  private func waitUntilWritable() {
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in self?.writeQueue() }
    self.source = source
    source.activate()
  }

  private func writeQueue() {
    queueStart += writeNow(queue[queueStart...])
    guard queueStart == queue.count else { return }
    (queue, queueStart) = ([], 0)
    source?.cancel()
    source = nil
    onDrain?()
  }
}
