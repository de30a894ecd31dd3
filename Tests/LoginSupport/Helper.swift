import Foundation

/// A program that a test talks to line by line; it ends with this object, and with the tests however they end.
final class Helper {
  struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  let identifier: pid_t
  private let channel: Int32
  private var received: [UInt8] = []

  /// Starts a program with a channel as its input and output.
  init(_ command: [String]) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Silence(description: "no channel") }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let command = ["/usr/bin/setpriv", "--pdeathsig", "KILL"] + command
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, command[0], &actions, &attributes, &arguments, environ) == 0 else {
      close(ends[0])
      throw Silence(description: "cannot start \(command)")
    }
    (identifier, channel) = (process, ends[0])
  }

  deinit {
    close(channel)
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Says a line.
  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next line, or none within some milliseconds.
  func line(within patience: Int32 = 20_000) throws -> String {
    var piece = [UInt8](repeating: 0, count: 512)
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var ready = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, patience) > 0 else { throw Silence(description: "nothing was said") }
      let count = recv(channel, &piece, piece.count, 0)
      guard count > 0 else { throw Silence(description: "the program ended") }
      received += piece[..<count]
    }
  }
}
