import Reprise
import Foundation
import Storage

/// A companion program that answers one request over a pipe each way, and ends.
///
/// Its input may compromise it: it inherits nothing, the length and time of its answer are limited, and it is killed
/// afterwards.
nonisolated struct CompanionProcess {
  /// The reason why the program gave no answer.
  enum Failure: Error {
    /// It cannot be started.
    case notStarted(Int32)
    /// It was killed by a signal, or ended with a status.
    case died
    /// Its answer exceeded the limit.
    case talkedTooMuch
    /// It exceeded the time limit.
    case timedOut
    /// The file to send could not be read.
    case inputFailed(Int32)
    /// The request was cancelled.
    case cancelled
  }

  /// The process ID.
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

  /// Sends some bytes and then a file, and returns the answer.
  ///
  /// - Parameters:
  ///   - head: The bytes to send first.
  ///   - file: An open file, sent to its end; `nil` if the first bytes are all.
  ///   - limit: The longest answer, in bytes.
  ///   - deadline: The time limit for the whole exchange, in milliseconds.
  ///   - isCancelled: Called now and then; `true` ends the exchange.
  func ask(
    head: [UInt8], file: Int32?, limit: Int, deadline: Int, isCancelled: () -> Bool
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
        let count =
          file.map { file in
            retryingInterrupted { read(file, &piece, piece.count) }
          } ?? 0
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
        // It died with unread input: its answer up to then can still be read.
        return answer
      }
      answer += piece[..<count]
      guard answer.count <= limit else { throw .talkedTooMuch }
    }
  }

  /// Sends as much as there is room for; returns whether the other end is closed.
  private func send(_ waiting: inout ArraySlice<UInt8>) -> Bool {
    let count = waiting.withUnsafeBytes { bytes in
      Foundation.send(channel, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    if count > 0 { waiting = waiting.dropFirst(count) }
    guard count < 0, errno != EAGAIN, errno != EINTR else { return false }
    waiting = []
    return true
  }

  /// Kills the program and releases all resources.
  func end() {
    companion.end()
  }
}
