import Dispatch
import Glibc

/// The one place from which bytes reach the tty (reliability S2).
///
/// Never waits: what the terminal does not take at once is kept and written when it can take more.
@MainActor final class TerminalSink {
  /// Called when everything kept has been written.
  var onDrain: (() -> Void)?

  /// Called when the terminal is gone.
  var onFailure: (() -> Void)?

  /// Whether bytes are waiting for the terminal.
  var isBlocked: Bool { !queue.isEmpty }

  private let descriptor: Int32
  private var queue: [UInt8] = []
  private var source: (any DispatchSourceWrite)?

  /// Makes a sink on an open, non-blocking descriptor, which stays the caller's.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes bytes, now or when the terminal takes them.
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

  /// Writes what gives the terminal back, and waits at most `patience` milliseconds for that.
  ///
  /// If the terminal does not take what is waiting in that time, that is dropped; CAN then ends the
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

  /// Writes as much as the terminal takes now; everything, as far as the caller knows, if it is gone.
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
