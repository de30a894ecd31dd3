import Foundation
import Testing

@testable import Terminal

/// An app that releases the terminal leaves no reply for the next program.
@MainActor struct ReplyTests {
  /// The two ends of what stands for a terminal.
  private final class Line {
    let tty: TTY
    private let other: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
      tty = TTY(descriptor: ends[0])
      other = ends[1]
    }

    func type(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(other, $0.baseAddress, $0.count) }
    }

    /// The unread replies.
    func rest() -> String { String(decoding: tty.read() ?? [], as: UTF8.self) }

    deinit {
      tty.close()
      close(other)
    }
  }

  @Test func pendingReplyIsRead() throws {
    let line = try Line()
    let input = TerminalInput(escapeDelay: .milliseconds(25), loop: nil)
    input.isReplyPending = { true }
    line.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
    input.awaitReply(line.tty)
    line.type("next")
    #expect(line.rest() == "next")
  }

  /// The first half was read as input already.
  @Test func restOfAReplyIsRead() throws {
    let line = try Line()
    let input = TerminalInput(escapeDelay: .milliseconds(25), loop: nil)
    input.isReplyPending = { true }
    #expect(input.parser.feed("\u{1B}]11;rgb:ff".utf8).isEmpty)
    line.type("ff/ffff/ffff\u{7}")
    input.awaitReply(line.tty)
    #expect(line.rest() == "")
  }

  @Test func unexpectedInputIsNotRead() throws {
    let line = try Line()
    let input = TerminalInput(escapeDelay: .milliseconds(25), loop: nil)
    line.type("ls\r")
    input.awaitReply(line.tty)
    #expect(line.rest() == "ls\r")
  }

  @Test func aSilentTerminalIsNotWaitedForLong() throws {
    let line = try Line()
    let input = TerminalInput(escapeDelay: .milliseconds(25), loop: nil)
    input.isReplyPending = { true }
    let start = ContinuousClock.now
    input.awaitReply(line.tty)
    // Generous for a busy machine; what fails here is a wait without an end.
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
