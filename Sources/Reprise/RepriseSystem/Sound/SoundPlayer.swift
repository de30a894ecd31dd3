import Reprise
import Dispatch
import Foundation
import Storage

/// A program that plays one sound; it holds the device for as long as it runs.
final class SoundPlayer {
  private let process: pid_t
  private let source: any DispatchSourceRead
  private let onEnd: (Int32) -> Void
  private var isOver = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - command: Its path and arguments.
  ///   - environment: Its environment variables, by which it finds the sound server.
  ///   - onEnd: Called on the main thread with the exit status when the program exits.
  init(
    _ command: [String], environment: [String: String], onEnd: @escaping (Int32) -> Void
  ) throws(ProgramStart.Failure) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw ProgramStart.Failure(code: errno)
    }
    defer { close(ends[1]) }
    var program = ProgramStart(
      command[0], arguments: command, environment: environment.map { "\($0.key)=\($0.value)" })
    // Discards its error output. Only the program has the channel's other end, which closes when it ends.
    program.streams = [
      STDIN_FILENO: .null, STDOUT_FILENO: .null, STDERR_FILENO: .descriptor(ends[1]),
    ]
    program.group = .ownSession
    do throws(ProgramStart.Failure) {
      process = try program.start()
    } catch {
      close(ends[0])
      throw error
    }
    self.onEnd = onEnd
    let output = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: output, queue: .main)
    source.setEventHandler { [weak self] in self?.listen(to: output) }
    source.setCancelHandler { close(output) }
    source.activate()
  }

  isolated deinit { end() }

  private func listen(to output: Int32) {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = retryingInterrupted { read(output, &piece, piece.count) }
    guard count == 0 else { return }
    guard !isOver else { return }
    onEnd(reap())
  }

  /// Kills the program; ``onEnd`` is not called.
  func end() {
    guard !isOver else { return }
    kill(-process, SIGKILL)
    _ = reap()
  }

  private func reap() -> Int32 {
    isOver = true
    source.cancel()
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(process, &status, 0) }
    return status
  }
}
