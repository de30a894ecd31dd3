import RepriseTesting
import Foundation
import Testing

@testable import Preservation

/// The guardian's note about a crash, and its use by the next launch.
@Suite(.leavesMainActorAlone) struct CrashNoteTests {
  private func note(_ text: String) -> CrashNote? { CrashNote(Array(text.utf8)) }

  @Test(
    arguments: [
      ("5\nShop/List.swift:12: Fatal error: Index out of range\n", "Index out of range"),
      ("4\nSwift/Array.swift:3: Fatal error\n", "Fatal error"),
      ("4\nloading\nA.swift:1: Precondition failed: no rows\n", "no rows"),
      (
        "5\nA.swift:1: Fatal error: first\nB.swift:2: Fatal error: last\nCurrent stack trace:\n",
        "last"
      ),
      ("6\nprinted by the app\n", nil), ("11\n", nil),
    ] as [(String, String?)])
  func theMessageOfATrapIsFound(_ text: String, _ message: String?) throws {
    #expect(try #require(note(text)).message == message)
  }

  @Test(arguments: ["", "\n", "x\ny", "0\n", "-5\n", "99999\n", "\u{0}\u{0}", "Fatal error: 5\n"])
  func invalidNoteIsIgnored(_ text: String) { #expect(note(text) == nil) }

  @Test func aNoteIsReadOnce() throws {
    let directory = TemporaryHome()
    let session = try StateHome(path: directory.path + "/state").openSession(named: "work")
    let store = StateStore(session: session, keys: LoginKeyProvider())
    #expect(store.takeCrashNote() == nil)
    let file = try #require(store.crashFile)
    try Data("11\nlast words\n".utf8).write(to: URL(filePath: file))
    chmod(file, 0o600)
    #expect(store.takeCrashNote()?.lines == ["last words"])
    #expect(store.takeCrashNote() == nil)
    // A link is never followed.
    symlink("/etc/hostname", file)
    #expect(store.takeCrashNote() == nil)
  }
}
