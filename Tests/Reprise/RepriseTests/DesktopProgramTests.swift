import Foundation
import Glibc
import TestSupport
import Testing

@testable import Reprise

/// A file goes to the desktop's program by its name alone, and the program owes the app nothing.
@Suite final class DesktopProgramTests {
  private let directory = NSTemporaryDirectory() + "desktop-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Installs a desktop that records its arguments; its last line reports that it is done.
  private func makeDesktop() throws {
    let script = """
      {
        printf '%s\\n' "$#" "$1"
        sed -n 's/^SigIgn:[^0-9a-f]*//p' /proc/$$/status
        cut -d ' ' -f 6 /proc/$$/stat
        [ -t 0 ] || [ -t 1 ] || [ -t 2 ] && echo "a terminal" || echo "no terminal"
      } > "$NOTED.new"
      mv "$NOTED.new" "$NOTED"
      """
    try Script.write(script, to: directory + "/xdg-open")
  }

  private func opened(_ path: String) throws -> [String] {
    let noted = directory + "/noted"
    let search = directory + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    try DesktopProgram.open(path, variables: ["PATH": search, "NOTED": noted])
    try #require(Wait.until { access(noted, F_OK) == 0 })
    let text = try String(contentsOfFile: noted, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["/tmp/a b.pdf", "/tmp/$(touch x) `id` \"'; *", "/tmp/-n", "/tmp/größe.png"])
  func theFileIsOneArgumentWhateverItIsCalled(path: String) throws {
    try makeDesktop()
    #expect(try opened(path).prefix(2) == ["1", path])
  }

  /// Signals that the app ignores would stay ignored in every program that it starts.
  @Test func programRunsInItsOwnSessionWithDefaultSignals() throws {
    try makeDesktop()
    let former = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, former) }
    let noted = try opened("/tmp/a.pdf")
    try #require(noted.count == 5)
    let ignored = try #require(UInt64(noted[2], radix: 16))
    #expect(ignored & (1 << UInt64(SIGUSR1 - 1)) == 0)
    #expect(pid_t(noted[3]) != getsid(0))
    #expect(noted[4] == "no terminal")
  }

  @Test func errorWithoutADesktopNamesTheFile() {
    do {
      try DesktopProgram.open("/tmp/a.pdf", variables: ["PATH": directory])
      Issue.record("nothing was missing")
    } catch {
      #expect(
        error.description == "cannot open files: xdg-open is not installed; the file is /tmp/a.pdf")
    }
  }
}
