import Foundation
import TestSupport

/// A program that a test talks to line by line; it ends when its input closes, and so with the tests.
final class Helper {
  struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  private let process: ChildProcess
  private let channel: Int32
  private var received: [UInt8] = []

  /// Starts a program with a socket as its input and output.
  init(_ command: [String]) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Silence(description: "no channel") }
    defer { close(ends[1]) }
    channel = ends[0]
    do {
      process = try ChildProcess(
        command[0], Array(command.dropFirst()), environment: [:], streams: [ends[1], ends[1], nil])
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// Starts a program that doesn't read its input, behind a shell that does.
  ///
  /// The kernel's parent-death signal isn't used: it follows the thread that started the child, which may end much
  /// earlier than the process.
  convenience init(endingWithItsInput command: [String]) throws {
    let script = "\"$@\" </dev/null & read -r line; kill -9 $!; wait $!"
    try self.init(["/bin/sh", "-c", script, "sh"] + command)
  }

  deinit {
    close(channel)
    process.waitForEnd()
  }

  /// Sends a line.
  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next line, or an error after some seconds.
  func line(within timeout: Int = Wait.timeout) throws -> String {
    var piece = [UInt8](repeating: 0, count: 512)
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var ready = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(timeout) * 1000) > 0 else {
        throw Silence(description: "no line arrived")
      }
      let count = recv(channel, &piece, piece.count, 0)
      guard count > 0 else { throw Silence(description: "the program ended") }
      received += piece[..<count]
    }
  }
}
