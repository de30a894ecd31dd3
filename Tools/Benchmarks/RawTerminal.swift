import CPseudoTerminal
import Glibc

/// A program in a pseudo-terminal whose output is only read and timed, never interpreted, so that
/// only the program is measured.
final class RawTerminal {
  let process: pid_t
  private(set) var byteCount = 0
  private var master: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ words: [String], environment: [String: String], size: ScreenSize = .wide) throws {
    master = pseudo_terminal_open(size.columns, size.rows)
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let error = pseudo_terminal_spawn(
      &process, master, words[0], arguments + [nil], variables + [nil])
    guard master >= 0, error == 0 else {
      throw BenchmarkError("\(words[0]) cannot be started: \(String(cString: strerror(error)))")
    }
    self.process = process
  }

  deinit {
    if master >= 0 { close(master) }
  }

  /// Closes the terminal, as when its window closes.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The monotonic clock in microseconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { sent += count } else { _ = readUntilQuiet(milliseconds: 0) }
    }
  }

  /// Reads until no output has come for a while; returns the time of the last byte, or `nil` for
  /// none.
  func readUntilQuiet(milliseconds: Int32, timeout: Int32 = 10_000) -> Double? {
    var last: Double?
    var timeout = timeout
    while true {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, timeout) > 0 else { return last }
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return last }
      last = Self.now
      byteCount += count
      timeout = milliseconds
    }
  }

  /// Reads until a text has come; returns the time of the last read, or `nil` if it does not come.
  func readUntil(_ text: String, timeout: Int32 = 10_000) -> Double? {
    let wanted = Array(text.utf8)
    var seen: [UInt8] = []
    while true {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, timeout) > 0 else { return nil }
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return nil }
      let now = Self.now
      byteCount += count
      seen = seen.suffix(wanted.count) + buffer[..<count]
      if seen.contains(wanted) { return now }
    }
  }

  /// Waits until the program and other processes have ended; returns `false` on a timeout.
  ///
  /// - Parameters:
  ///   - others: Processes that the program started.
  /// - timeout: The limit in milliseconds.
  func waitForEnd(of others: [pid_t], timeout: Double = 10_000) -> Bool {
    let deadline = Self.now + timeout * 1000
    var isRunning = true
    while isRunning || others.contains(where: { kill($0, 0) == 0 }) {
      guard Self.now < deadline else { return false }
      var status: Int32 = 0
      if isRunning, waitpid(process, &status, WNOHANG) == process { isRunning = false }
      usleep(100)
    }
    return true
  }

  /// Kills the program and its descendants, as a power failure would.
  func killAll() {
    for descendant in Processes.descendants(of: process) { kill(descendant, SIGKILL) }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}

/// Why a measurement failed.
struct BenchmarkError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
