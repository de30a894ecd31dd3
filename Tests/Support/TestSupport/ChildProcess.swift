import Foundation
import Storage

/// A program that a test starts, with nothing open but its input and output.
///
/// Foundation's `Process` reads the list of descriptors beyond its end where a process has many thousands open, as this one does,
/// and crashes now and then.
public final class ChildProcess {
  /// It cannot be started.
  public struct Failure: Error, CustomStringConvertible {
    /// What the system says.
    public let description: String
  }

  /// The process, as the kernel numbers it.
  public let identifier: pid_t
  private var ended: Int32?

  /// Starts it.
  ///
  /// - Parameter streams: The descriptors that become its input, output and errors; `nil` for `/dev/null`.
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

  /// Whether it has not ended.
  public var isRunning: Bool { status(waiting: false) == nil }

  /// Waits for its end.
  ///
  /// - Returns: Its status, 128 and the number for a signal.
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
