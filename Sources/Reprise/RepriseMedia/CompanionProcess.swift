import Reprise
import Foundation
import Storage

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
  var identifier: pid_t { companion.identifier }
  private let companion: Companion
  private var channel: Int32 { companion.channel }

  /// Starts the program with an empty environment and nothing open but its end of the channel.
  init(executable: String) throws(Failure) {
    do throws(Companion.StartFailure) {
      companion = try Companion(executable: executable)
    } catch {
      throw .notStarted(error.code)
    }
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
    companion.end()
  }
}
