import Foundation
import Storage

/// A program started by a test, which inherits only its input and output.
///
/// With many thousands of open descriptors, as in this process, Foundation's `Process` reads beyond the end of its
/// descriptor list and occasionally crashes.
public final class ChildProcess {
  /// The program can't be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The system's error message.
    public let description: String
  }

  /// The process identifier.
  public let identifier: pid_t
  private var ended: Int32?

  /// Starts the program.
  ///
  /// - Parameter streams: The descriptors for its input, output and errors; `nil` for `/dev/null`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String],
    streams: [Int32?] = [nil, nil, nil]
  ) throws {
    var start = ProgramStart(
      program, arguments: [program] + arguments,
      environment: environment.map { "\($0)=\($1)" })
    for (number, stream) in streams.enumerated() {
      start.streams[Int32(number)] = stream.map { .descriptor($0) } ?? .null
    }
    do {
      identifier = try start.start()
    } catch {
      throw Failure(description: "\(program): \(error.reason)")
    }
  }

  /// Whether it is still running.
  public var isRunning: Bool { status(waiting: false) == nil }

  /// Waits for its end.
  ///
  /// - Returns: Its status, or 128 plus the number of a signal.
  @discardableResult
  public func waitForEnd() -> Int32 { status(waiting: true) ?? 0 }

  private func status(waiting: Bool) -> Int32? {
    if let ended { return ended }
    var status: Int32 = 0
    var result: pid_t
    repeat {
      result = waitpid(identifier, &status, waiting ? 0 : WNOHANG)
    } while result < 0 && errno == EINTR
    guard result == identifier else { return nil }
    let signal = status & 0x7F
    ended = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return ended
  }
}
