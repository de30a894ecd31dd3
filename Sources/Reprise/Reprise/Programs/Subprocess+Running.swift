import CSystem
import Foundation
import Guardian
import Storage

extension Subprocess {
  /// How long a cancelled program may take to end before it is killed, in seconds.
  private nonisolated static let timeToEnd = 2.0

  /// Runs the program without a terminal and waits for its end; not for the main thread.
  ///
  /// It gets a session of its own, so it can't write to the terminal. A cancelled program gets SIGTERM, and two
  /// seconds later SIGKILL, together with the processes that it has started. If the app is killed, the guardian sends
  /// them SIGTERM.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether to end the program; asked ten times a second.
  ///   - output: Called on this thread with bytes of the standard output and error, as they arrive.
  /// - Returns: How the program ended.
  /// - Throws: ``Failure`` if the program can't be started.
  public nonisolated func run(
    isCancelled: () -> Bool = { false }, output: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(Failure) -> Exit {
    guard let source = Pipe(), let sink = Pipe() else {
      throw Failure("no pipe can be made: \(String(cString: strerror(errno)))")
    }
    let process = try start { start in
      start.group = .ownSession
      start.streams = [
        STDIN_FILENO: input.isEmpty ? .null : .descriptor(source.reading),
        STDOUT_FILENO: .descriptor(sink.writing), STDERR_FILENO: .descriptor(sink.writing),
      ]
    }
    source.closeReading()
    sink.closeWriting()
    if input.isEmpty { source.closeWriting() }
    Guardian.noteProgram(process)
    defer { Guardian.forgetProgram(process) }
    return withoutPipeSignal {
      follow(process, source, sink, isCancelled, output)
    }
  }

  /// Feeds and reads a running program until it has ended.
  private nonisolated func follow(
    _ process: pid_t, _ source: Pipe, _ sink: Pipe, _ isCancelled: () -> Bool,
    _ output: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Exit {
    var rest = input[...]
    var cancelled: ContinuousClock.Instant?
    var isKilled = false
    while true {
      var waits = [
        pollfd(fd: sink.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: rest.isEmpty ? -1 : source.writing, events: Int16(POLLOUT), revents: 0),
      ]
      poll(&waits, 2, 100)
      if waits[1].revents != 0 {
        rest = source.write(rest)
        if rest.isEmpty { source.closeWriting() }
      }
      let isOpen = waits[0].revents == 0 || sink.read(output)
      if isCancelled(), cancelled == nil {
        cancelled = .now
        kill(-process, SIGTERM)
      }
      if let cancelled, !isKilled, ContinuousClock.now - cancelled > .seconds(Self.timeToEnd) {
        isKilled = true
        kill(-process, SIGKILL)
      }
      // Without output only the end is left to wait for.
      if !isOpen { sink.closeReading() }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { continue }
      // A process that it left behind may keep the pipe open.
      while sink.hasInput, sink.read(output) {}
      if cancelled != nil { kill(-process, SIGKILL) }
      return Exit(waitStatus: status)
    }
  }

  /// Runs something that writes to a pipe whose reader may be gone.
  private nonisolated func withoutPipeSignal<Value>(_ body: () -> Value) -> Value {
    var (set, former) = (sigset_t(), sigset_t())
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &set, &former)
    let value = body()
    if sigismember(&former, SIGPIPE) == 0 {
      var none = timespec()
      while sigtimedwait(&set, nil, &none) == SIGPIPE {}
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    return value
  }
}

/// A pipe to or from a program, whose ends are closed with it.
private nonisolated final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard process_start_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Whether there is something to read now.
  var hasInput: Bool {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return reading >= 0 && poll(&request, 1, 0) > 0 && request.revents & Int16(POLLIN) != 0
  }

  /// Passes on what can be read; returns `false` at the end.
  func read(_ output: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { buffer in
      let count = retryingInterrupted { Glibc.read(reading, buffer.baseAddress, buffer.count) }
      guard count > 0 else { return false }
      output(UnsafeBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }

  /// Writes a part that fits into the pipe; returns the rest, or nothing if the pipe has no reader.
  func write(_ bytes: Data) -> Data {
    // A pipe that can be written to has room for a page.
    let count = bytes.prefix(4096).withUnsafeBytes { part in
      retryingInterrupted { Glibc.write(writing, part.baseAddress, part.count) }
    }
    return count > 0 ? bytes.dropFirst(count) : Data()
  }
}
