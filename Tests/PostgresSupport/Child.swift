import Foundation

/// A process that starts with no signal blocked.
///
/// Foundation's own hands on the signals that the thread has blocked, with which a shell waits for ever.
struct Child {
  private let identifier: pid_t

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: The path of a program, and what it is given.
  ///   - input: What it reads; nil for nothing.
  ///   - log: The file for what it says.
  init(_ command: [String], input: Int32? = nil, log: String) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    sigfillset(&mask)
    posix_spawnattr_setsigdefault(&attributes, &mask)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // Another login may not be let into the directory that this one is in.
    let command = ["/usr/bin/env", "-C", "/", "/bin/bash", "-c", Self.closing, "bash"] + command
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, command[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else {
      throw PostgresPrograms.Failure(
        description: "cannot start \(command[0]): \(String(cString: strerror(code)))")
    }
    identifier = process
  }

  /// Closes what it inherited and goes on as the command: a server that outlives a test would keep open what others wait to be
  /// closed, such as the ends of Foundation's processes.
  private static let closing = """
    for file in /proc/$$/fd/*; do
      number=${file##*/}
      ((number > 2)) && eval "exec $number>&-"
    done
    exec "$@"
    """

  /// Waits for its end, and returns the status of it; 0 where all is well.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
