import Foundation

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
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in streams.enumerated() {
      if let stream {
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    try Self.closeRest(&actions)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard code == 0 else {
      throw Failure(description: "\(program): \(String(cString: strerror(code)))")
    }
    identifier = process
  }

  /// Has it begin without what else this process has open; Glibc does not show that to Swift.
  private static func closeRest(_ actions: inout posix_spawn_file_actions_t) throws {
    typealias CloseFrom =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
      ) -> Int32
    let name = "posix_spawn_file_actions_addclosefrom_np"
    guard let address = dlsym(nil, name) else {
      throw Failure(description: "the C library has no \(name)")
    }
    _ = unsafeBitCast(address, to: CloseFrom.self)(&actions, 3)
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
