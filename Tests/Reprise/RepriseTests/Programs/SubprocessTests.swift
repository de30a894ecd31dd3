import Foundation
import Reprise
import Testing

@Suite struct SubprocessTests {
  @Test(arguments: [
    ("vim", ["vim"]), ("  code   --wait ", ["code", "--wait"]),
    ("'/opt/my editor/ed' -x", ["/opt/my editor/ed", "-x"]),
    (#"ed "a \"b\" \c" d\ e"#, ["ed", #"a "b" \c"#, "d e"]), ("ed ''", ["ed", ""]), ("", []),
    ("ed $HOME; `x`", ["ed", "$HOME;", "`x`"]),
  ])
  func commandLineIsSplitWithoutAShell(line: String, words: [String]) {
    #expect(Subprocess.words(in: line) == words)
  }

  @Test(arguments: ["ed 'open", "ed \"open", "ed \\"])
  func unfinishedCommandLineIsRefused(line: String) {
    #expect(Subprocess.words(in: line) == nil)
  }

  private func run(_ script: String, input: String = "") throws -> (Subprocess.Exit, String) {
    var bytes: [UInt8] = []
    let program = Subprocess(["sh", "-c", script], input: Data(input.utf8))
    let exit = try program.run { bytes += $0 }
    return (exit, String(decoding: bytes, as: UTF8.self))
  }

  @Test func outputErrorsAndStatusArrive() throws {
    let (exit, text) = try run("echo one; echo two >&2; exit 3")
    #expect(exit == .status(3))
    #expect("\(exit)" == "ended with status 3")
    #expect(text == "one\ntwo\n")
  }

  @Test func largeInputIsPassedOnWhileOutputIsRead() throws {
    let text = String(repeating: "0123456789\n", count: 100_000)
    #expect(try run("cat", input: text) == (.status(0), text))
  }

  @Test func inputThatNobodyReadsIsDropped() throws {
    let text = String(repeating: "0123456789\n", count: 100_000)
    #expect(try run("exit 0", input: text).0 == .status(0))
  }

  @Test func programHasNoTerminalAndNoDescriptors() throws {
    let (_, text) = try run("(: < /dev/tty) 2>/dev/null || echo none; ls /proc/self/fd | wc -l")
    #expect(text == "none\n4\n", "the fourth is that of ls")
  }

  @Test func variablesOfTheKitAreLeftOut() {
    let variables = ["REPRISE_GUARDIAN": "1", "NOTES_KEY": "secret", "HOME": "/home/ada"]
    let inherited = Subprocess.inheritedEnvironment(
      withoutPrefixes: ["NOTES_"], variables: variables)
    #expect(inherited == ["HOME": "/home/ada"])
  }

  @Test func cancelledProgramEndsWithItsChildren() throws {
    let program = Subprocess(["sh", "-c", "trap '' TERM; sleep 1000 & echo $!; wait"])
    var bytes: [UInt8] = []
    let exit = try program.run(isCancelled: { !bytes.isEmpty }) { bytes += $0 }
    #expect(exit == .signal(SIGKILL), "it ignores SIGTERM")
    let child = try #require(
      pid_t(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)))
    let limit = ContinuousClock.now + .seconds(10)
    while isRunning(child), ContinuousClock.now < limit { usleep(10_000) }
    #expect(!isRunning(child))
  }

  /// Whether a process runs; one that waits only to be reaped doesn't.
  private func isRunning(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0,
      let status = FileManager.default.contents(atPath: "/proc/\(process)/stat")
    else { return false }
    return !String(decoding: status, as: UTF8.self).contains(") Z")
  }

  @Test func processLeftBehindDoesNotKeepTheRunOpen() throws {
    let start = ContinuousClock.now
    let (exit, text) = try run("echo done; sleep 20 &")
    #expect(exit == .status(0))
    #expect(text == "done\n")
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func missingProgramIsNamed() {
    let program = Subprocess(["no-such-program-here"])
    #expect(!program.isThere)
    #expect(throws: Subprocess.Failure.self) { try program.run { _ in } }
  }
}
