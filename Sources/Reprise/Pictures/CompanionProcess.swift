import Foundation
import SystemSupport

/// A program beside this one that is asked one thing over a pipe each way, and ends.
///
/// It may be taken over by what it is given: it inherits nothing, may answer so much and no more, in so
/// long and no longer, and is killed then.
nonisolated struct CompanionProcess {
  /// How the program ended without an answer.
  enum Failure: Error {
    /// It cannot be started.
    case notStarted(Int32)
    /// It was killed by a signal, or ended with a status.
    case died
    /// It answered more than it may.
    case talkedTooMuch
    /// It took too long.
    case timedOut
    /// The file that it was given could not be read.
    case inputFailed(Int32)
    /// Nobody waits any more.
    case cancelled
  }

  /// The process, as the kernel numbers it.
  let identifier: pid_t
  private let channel: Int32

  /// Starts the program with an empty environment and nothing open but its end of the channel.
  init(executable: String) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .notStarted(errno) }
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
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = executable.withCString { path in
      var arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: path), nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      return posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    }
    guard code == 0 else {
      close(ends[0])
      throw .notStarted(code)
    }
    identifier = process
    channel = ends[0]
  }

  /// Sends some bytes and then a file, and takes the answer.
  ///
  /// - Parameters:
  ///   - head: What is sent first.
  ///   - file: An open file, sent to its end.
  ///   - limit: How many bytes the answer may have.
  ///   - deadline: How long all of it may take, in milliseconds.
  ///   - isCancelled: Asked now and then.
  func ask(
    head: [UInt8], file: Int32, limit: Int, deadline: Int, isCancelled: () -> Bool
  ) throws(Failure) -> [UInt8] {
    defer { end() }
    _ = fcntl(channel, F_SETFL, O_NONBLOCK)
    let start = ContinuousClock.now
    var waiting = head[...]
    var isSent = false
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 128 << 10)
    while true {
      guard !isCancelled() else { throw .cancelled }
      guard start.duration(to: .now) < .milliseconds(deadline) else { throw .timedOut }
      if waiting.isEmpty, !isSent {
        let count = retryingInterrupted { read(file, &piece, piece.count) }
        guard count >= 0 else { throw .inputFailed(errno) }
        waiting = piece[..<count]
        if count == 0 {
          isSent = true
          shutdown(channel, Int32(SHUT_WR))
        }
      }
      let wanted = Int16(waiting.isEmpty ? POLLIN : POLLIN | POLLOUT)
      var ready = pollfd(fd: channel, events: wanted, revents: 0)
      guard poll(&ready, 1, 50) > 0 else { continue }
      if !waiting.isEmpty { isSent = send(&waiting) || isSent }
      guard ready.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = retryingInterrupted { recv(channel, &piece, piece.count, 0) }
      if count == 0 { return answer }
      guard count > 0 else {
        if errno == EAGAIN { continue }
        // It died with something unread: what it had answered is there all the same.
        return answer
      }
      answer += piece[..<count]
      guard answer.count <= limit else { throw .talkedTooMuch }
    }
  }

  /// Sends what there is room for; returns whether nobody reads it.
  private func send(_ waiting: inout ArraySlice<UInt8>) -> Bool {
    let count = waiting.withUnsafeBytes { bytes in
      Foundation.send(channel, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    if count > 0 { waiting = waiting.dropFirst(count) }
    guard count < 0, errno != EAGAIN, errno != EINTR else { return false }
    waiting = []
    return true
  }

  /// Leaves nothing behind, whatever the program does.
  func end() {
    close(channel)
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(identifier, &status, 0) }
  }
}
