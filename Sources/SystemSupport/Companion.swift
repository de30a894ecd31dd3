import Foundation

/// A program beside this one that is started with nothing but a channel to it.
///
/// What needs a foreign library runs there: the program that a person starts has none. It inherits no
/// file, no variable and no signal; whoever starts it speaks over ``channel`` and ends it.
package struct Companion: Sendable {
  /// It cannot be started.
  package struct StartFailure: Error {
    /// What the system says.
    package let code: Int32
  }

  /// Whose signals of the terminal it gets.
  package enum Signals: Sendable {
    /// It is stopped and ended at the terminal with the program that started it.
    case shared
    /// A key at the terminal does not reach it: it lasts as long as the channel.
    case own
  }

  /// The process, as the kernel numbers it.
  package let identifier: pid_t

  /// This end of the channel, which is the program's input and output.
  package let channel: Int32

  /// Starts the program with an empty environment and nothing open but its end of the channel.
  package init(executable: String, signals: Signals = .shared) throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw StartFailure(code: errno) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(ends[1])
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // The app may have blocked or ignored signals; the program starts with none of that.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    sigfillset(&mask)
    posix_spawnattr_setsigdefault(&attributes, &mask)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    if signals == .own { flags |= Self.ownSession }
    posix_spawnattr_setflags(&attributes, flags)
    var process: pid_t = 0
    let code = executable.withCString { path in
      var arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: path), nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      return posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    }
    guard code == 0 else {
      close(ends[0])
      throw StartFailure(code: code)
    }
    identifier = process
    channel = ends[0]
  }

  /// `POSIX_SPAWN_SETSID`, which Glibc does not show to Swift.
  private static let ownSession: Int16 = 0x80

  /// Leaves nothing behind, whatever the program does.
  package func end() {
    close(channel)
    endProcess()
  }

  /// Ends the program; the channel stays, with what it said last.
  package func endProcess() {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(identifier, &status, 0) }
  }
}
