import Foundation
import RepriseTesting
import Terminal
import Testing

/// A stopped program holds no frames for a screen that it does not have (contract 8.5.5, 8.5.6).
@Suite(.waitsForProcesses) struct SuspendedMemoryTests {
  private static let small = Size(width: 60, height: 12)

  /// A window in which one frame takes eight megabytes, and ncurses' copies three times that.
  private static let large = Size(width: 1000, height: 300)

  /// Suspends the program in a window of a size; returns the memory that it then uses, in bytes.
  private func memory(in size: Size) throws -> Int {
    let app = try RestoringApp()
    let shell = try PTYProcess.shell(environment: ["HOME": app.home], size: size)
    shell.type("clear; \(RestoringApp.program) \(app.home)\n")
    try shell.wait(for: "page base, letters 0")
    shell.type("x")
    let before = try shell.wait(for: "page base, letters 1").visibleText
    shell.type("\u{1A}")
    try shell.wait { $0.text.contains("Stopped") }
    let process = try #require(shell.descendants.last)
    try shell.wait(for: { ProcessTree.state(of: process) == "T" })
    let bytes = try residentBytes(of: process)
    shell.type("clear; fg\n")
    try shell.wait { $0.visibleText == before }
    return bytes
  }

  private func residentBytes(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test func noFrameIsKeptInTheBackground() throws {
    let (small, large) = (try memory(in: Self.small), try memory(in: Self.large))
    let frame = Self.large.width * Self.large.height * MemoryLayout<Cell>.stride
    #expect(large - small < frame / 2, "\(large - small) bytes more, a frame is \(frame)")
  }
}

extension TerminalPicture {
  /// The text without the shell's lines.
  fileprivate var visibleText: String { lines.first.map { String($0) } ?? "" }
}
