import Foundation
import Storage

/// Where tmux has its panes: session, window and pane index of each.
nonisolated struct TmuxLayout {
  private let socket: String
  private let program: String

  /// The longest answer that is read, in bytes: some 2,000 panes.
  private static let longestAnswer = 1 << 16

  /// Finds the program; `nil` if it is not installed.
  init?(socket: String, variables: [String: String]) {
    guard let program = OptionalProgram("tmux").path(variables: variables) else { return nil }
    (self.socket, self.program) = (socket, program)
  }

  /// The positions of all panes by their names, as in `%3`; empty if tmux doesn't answer in time.
  func positions(within timeout: Duration) -> [String: String] {
    guard let answer = answer(within: timeout) else { return [:] }
    return Self.positions(in: answer)
  }

  /// The positions in an answer; lines of another form are ignored.
  static func positions(in answer: [UInt8]) -> [String: String] {
    var positions: [String: String] = [:]
    for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      // The session's name comes last and may contain blanks.
      guard words.count == 2, words[1].utf8.count <= 512 else { continue }
      positions[String(words[0])] = String(words[1])
    }
    return positions
  }

  private static let format = "#{pane_id} #{window_index} #{pane_index} #{session_name}"

  private func answer(within timeout: Duration) -> [UInt8]? {
    let end = ContinuousClock.now + timeout
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var start = ProgramStart(
      program, arguments: ["tmux", "-S", socket, "list-panes", "-a", "-F", Self.format])
    start.group = .ownSession
    start.streams = [0: .null, 1: .descriptor(ends[1]), 2: .null]
    let process = try? start.start()
    close(ends[1])
    guard let process else { return nil }
    let answer = Self.read(ends[0], until: end)
    // A program that is too late is no longer needed.
    if answer == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(process, &status, 0) }
    return status == 0 ? answer : nil
  }

  /// Everything up to the end of a pipe; `nil` if that doesn't come in time.
  private static func read(_ pipe: Int32, until end: ContinuousClock.Instant) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= longestAnswer {
      let left = (end - .now) / .milliseconds(1)
      var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&request, 1, Int32(left.rounded(.up))) > 0 else { return nil }
      let count = retryingInterrupted { Glibc.read(pipe, &buffer, buffer.count) }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
    return nil
  }
}
