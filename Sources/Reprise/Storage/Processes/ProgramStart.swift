import CSystem
import Foundation

/// A program to start.
///
/// It inherits only three streams, and no blocked or ignored signals, whatever this process has open or blocks.
///
/// ```swift
/// var player = ProgramStart("/bin/sh", arguments: ["sh", "-c", "exit 3"])
/// player.group = .ownSession
/// player.streams = [0: .null, 1: .null]
/// let process = try player.start()
/// ```
public struct ProgramStart {
  /// The system could not start the program.
  public struct Failure: Error {
    /// The `errno` of the failed call.
    public let code: Int32

    /// The message for ``code``.
    public var reason: String { String(cString: strerror(code)) }

    /// Creates a failure, for example for a step before the start.
    public init(code: Int32) { self.code = code }
  }

  /// The process group, which decides which of the terminal's signals the program gets.
  public enum Group: Sendable {
    /// In this process's group: it gets the same signals as this process.
    case shared
    /// In a group of its own, whose number is its process ID: it gets only signals sent to that group.
    case own
    /// In a session of its own, without a terminal: it gets no signals of the terminal.
    case ownSession
  }

  /// The source or target of one of the first three descriptors.
  public enum Stream: Sendable {
    case null
    case descriptor(Int32)
  }

  /// The path of the program.
  public var executable: String
  /// The name of the program and its arguments.
  public var arguments: [String]
  /// The environment variables, `NAME=value`; `nil` for those of this process.
  public var environment: [String]?
  /// The process group.
  public var group = Group.shared
  /// The standard input, output and error; streams left out are inherited from this process.
  public var streams: [Int32: Stream] = [:]

  /// Whether the program's group becomes the foreground of the terminal that is its standard input, before it runs.
  ///
  /// The group must be ``Group/own``.
  public var takesTerminal = false

  /// Describes a program.
  public init(_ executable: String, arguments: [String], environment: [String]? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the program.
  ///
  /// - Returns: The process, which the caller waits for.
  public func start() throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in streams {
      switch stream {
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
      }
    }
    if takesTerminal {
      let failure = process_start_take_terminal(&actions, STDIN_FILENO)
      guard failure == 0 else { throw Failure(code: failure) }
    }
    // A descriptor inherited by accident would keep a pipe of this process open.
    let failure = process_start_close_from(&actions, STDERR_FILENO + 1)
    guard failure == 0 else { throw Failure(code: failure) }
    setSignals(of: &attributes)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code =
      environment == nil
      ? posix_spawn(&process, executable, &actions, &attributes, &words, environ)
      : posix_spawn(&process, executable, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  private func setSignals(of attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    switch group {
    case .shared: break
    case .own:
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
    case .ownSession: flags |= Self.setsid
    }
    posix_spawnattr_setflags(&attributes, flags)
  }

  /// `POSIX_SPAWN_SETSID`, which Glibc does not show to Swift.
  private static let setsid: Int16 = 0x80
}
