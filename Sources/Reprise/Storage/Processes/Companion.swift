import Foundation

/// A program beside this one that is started with nothing but a channel to it.
///
/// What needs a foreign library runs there: the program that a person starts has none. It inherits no
/// file, no variable and no signal; whoever starts it speaks over ``channel`` and ends it.
public struct Companion: Sendable {
  /// It cannot be started.
  public struct StartFailure: Error {
    /// What the system says.
    public let code: Int32
  }

  /// Whose signals of the terminal it gets.
  public enum Signals: Sendable {
    /// It is stopped and ended at the terminal with the program that started it.
    case shared
    /// A key at the terminal does not reach it: it lasts as long as the channel.
    case own
  }

  /// The process, as the kernel numbers it.
  public let identifier: pid_t

  /// This end of the channel, which is the program's input and output.
  public let channel: Int32

  /// Starts the program with an empty environment and nothing open but its end of the channel.
  public init(
    executable: String, arguments: [String] = [], signals: Signals = .shared
  ) throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw StartFailure(code: errno) }
    defer { close(ends[1]) }
    var program = ProgramStart(executable, arguments: [executable] + arguments, environment: [])
    program.streams = [
      STDIN_FILENO: .descriptor(ends[1]), STDOUT_FILENO: .descriptor(ends[1]), STDERR_FILENO: .null,
    ]
    if signals == .own { program.group = .ownSession }
    do throws(ProgramStart.Failure) {
      identifier = try program.start()
    } catch {
      close(ends[0])
      throw StartFailure(code: error.code)
    }
    channel = ends[0]
  }

  /// Leaves nothing behind, whatever the program does.
  public func end() {
    close(channel)
    endProcess()
  }

  /// Ends the program; the channel stays, with what it said last.
  public func endProcess() {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(identifier, &status, 0) }
  }
}
