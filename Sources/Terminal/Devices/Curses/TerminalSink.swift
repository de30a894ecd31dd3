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

  /// Writes the sequences that restore the terminal, and waits at most `patience` milliseconds.
  ///
  /// If the terminal does not accept the queue in that time, the queue is dropped; CAN then ends a
  /// sequence that was cut.
  func finish(with restore: [UInt8], patience: Int32 = 200) {
    source?.cancel()
    source = nil
    var rest = queue
    queue = []
    if !writePatiently(&rest, patience: patience) {
      tcflush(descriptor, TCOFLUSH)
      rest = [0x18]
    }
    rest += restore
    _ = writePatiently(&rest, patience: patience)
  }

  private func writePatiently(_ bytes: inout [UInt8], patience: Int32) -> Bool {
    while !bytes.isEmpty {
      bytes.removeFirst(writeNow(bytes[...]))
      guard !bytes.isEmpty else { break }
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, patience) > 0, ready.revents & Int16(POLLOUT) != 0 else {
        return false
      }
    }
    return true
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
    queue.removeFirst(writeNow(queue[...]))
    guard queue.isEmpty else { return }
    source?.cancel()
    source = nil
    onDrain?()
  }
}
