import Foundation
import Glibc
import RepriseTesting
import ScriptSupport
import Terminal
import Testing

/// A real program under a shell that keeps a connection while its job is stopped (contract 8.8).
@Suite(.waitsForProcesses) struct ConnectionTests {
  private let app: RestoringApp
  private let peer: Peer
  private let shell: PTYProcess

  init() throws {
    app = try RestoringApp()
    peer = try Peer(path: app.home + "/line")
    shell = try PTYProcess.shell(
      environment: ["HOME": app.home, "PATH": "\(app.home):/usr/bin:/bin"],
      size: Size(width: 80, height: 24))
  }

  private func start() throws {
    shell.type("clear; \(RestoringApp.program) \(app.home) --line \(peer.path)\n")
    try shell.wait(for: "page base, letters 0")
    try peer.accept()
  }

  private func stop() throws {
    shell.type("\u{1A}")
    try shell.wait {
      $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") && $0.modes == .usual
    }
  }

  @Test func rule_8_8_3_dataAreShownWhileTheAppIsOnTheScreen() throws {
    try start()
    try peer.send("abc")
    try shell.wait(for: "page base, letters 3")
  }

  @Test func rule_8_8_3_dataWakeTheAppBehindTheShellAndItStoresThem() throws {
    try start()
    try stop()
    let before = shell.picture
    try peer.send("abc")
    try shell.wait(for: { peer.isRead })
    try shell.waitUntilIdle()
    #expect(shell.picture == before, "the terminal is the shell's")
    try shell.killEverything()
    let again = try app.start()
    try again.wait(for: "page base, letters 3")
  }

  @Test func rule_8_8_1_theShellHasItsTerminalAndFgComesBack() throws {
    try start()
    try stop()
    shell.type("clear; jobs\n")
    try shell.wait { $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") }
    try peer.send("abcd")
    try shell.wait(for: { peer.isRead })
    shell.type("clear; fg\n")
    try shell.wait(for: "page base, letters 4")
    shell.type("x")
    try shell.wait(for: "page base, letters 5")
  }

  @Test func rule_8_8_1_anAppThatHearsNothingSleeps() throws {
    try start()
    try stop()
    try shell.waitUntilIdle()
    let process = try #require(shell.descendants.last)
    // What a launch leaves to do later may wake it once; whoever looks again and again is never quiet.
    let isQuiet = try (0..<6).contains { _ in
      let before = try wakeUps(of: process)
      usleep(500_000)
      return try wakeUps(of: process) == before
    }
    #expect(isQuiet)
  }

  /// How often the main thread of a process went to sleep.
  private func wakeUps(of process: pid_t) throws -> Substring? {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  }

  /// Also where a program that it started goes on.
  @Test func theEndOfTheAppClosesItsSocket() throws {
    let opened = app.home + "/opened"
    try Script.write(
      "echo $$ > '\(opened).new'; mv '\(opened).new' '\(opened)'; exec sleep 600",
      to: app.home + "/xdg-open")
    try start()
    shell.type("o")
    try shell.wait(for: { access(opened, F_OK) == 0 })
    let text = try String(contentsOfFile: opened, encoding: .utf8)
    let program = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    defer { kill(program, SIGKILL) }
    try shell.killEverything()
    try shell.wait(for: { peer.isClosed })
    #expect(kill(program, 0) == 0, "it goes on")
  }
}

/// The other end of the connection.
private final class Peer {
  struct Failure: Error {
    let code = errno
  }

  let path: String
  private let listener: Int32
  private var connection: Int32 = -1

  init(path: String) throws {
    self.path = path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 1) == 0 else { throw Failure() }
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
  }

  func accept() throws {
    connection = Glibc.accept(listener, nil, nil)
    guard connection >= 0 else { throw Failure() }
  }

  func send(_ text: String) throws {
    guard write(connection, text, text.utf8.count) == text.utf8.count else { throw Failure() }
  }

  /// Whether the app has read everything.
  var isRead: Bool {
    var unread: Int32 = 0
    return ioctl(connection, UInt(TIOCOUTQ), &unread) == 0 && unread == 0
  }

  /// Whether the app has closed its end.
  var isClosed: Bool {
    var byte: UInt8 = 0
    return recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }
}
