import Foundation
import RepriseTesting
import Terminal
import Testing

/// `^X ^E` hands the terminal to the person's editor, here a script that reads commands from it.
@Suite(.waitsForProcesses) struct EditorTests {
  private let home: Home
  private let editor: String

  /// Knows `write TEXT`, `bytes`, `quit` and `fail`; like an editor it has a screen of its own and raw modes.
  private static let script = #"""
    #!/bin/sh
    env | grep -c '^\(KEEPSAKE\|REPRISE\)_' > "$HOME/variables"
    ls /proc/$$/fd > "$HOME/descriptors"
    modes=$(stty -g)
    stty -icanon -echo
    stty icanon
    printf '\033[?1049h\033[?2004hEDITOR %s\n' "${1##*/}"
    while read -r word text; do
      case $word in
      write) printf '%s\n' "$text" > "$1"; echo written ;;
      copy) cp "$1" "$HOME/copy"; stat -c %a "$1" > "$HOME/mode"; echo copied ;;
      fail) stty "$modes"; printf '\033[?2004l\033[?1049l'; exit 3 ;;
      quit) stty "$modes"; printf '\033[?2004l\033[?1049l'; exit 0 ;;
      esac
    done
    """#

  init() throws {
    home = try Home(isEmpty: true)
    editor = try home.write(Self.script.utf8, to: "fake-editor")
    chmod(editor, 0o700)
    #expect(try home.run(["add", "Lamp", "notes=bright"]).status == 0)
  }

  private var environment: [String: String] { ["EDITOR": editor, "KEEPSAKE_RESTART": "0"] }

  /// Opens the form at the notes, and the editor from there.
  @discardableResult
  private func openEditor(_ app: PTYProcess) throws -> TerminalPicture {
    try app.press(script: "<Enter>")
    let before = try openNotes(app)
    app.type("\u{18}\u{05}")
    try app.wait(for: "EDITOR notes.txt")
    return before
  }

  /// Opens the form at the line of the notes.
  private func openNotes(_ app: PTYProcess) throws -> TerminalPicture {
    for _ in 0..<40 where !app.picture.text.contains("Notes") { try app.press(script: "j") }
    var picture = app.picture
    for _ in 0..<40 {
      let selected = picture.rows.firstIndex { row in
        row.contains { $0.style.attributes.contains(.reverse) }
      }
      if let selected, picture.lines[selected].contains("Notes") { break }
      picture = try app.press(script: "j")
    }
    return try app.press(script: "e")
  }

  private var files: [String] {
    FileManager.default.subpaths(atPath: home.data + "/editing") ?? []
  }

  @Test func editorHasTheTerminalAndItsTextComesBack() throws {
    let app = try home.open(environment: environment)
    let before = try openEditor(app)
    let flags = tcflag_t(ICANON | ISIG)
    #expect(app.deviceModes.c_lflag & flags == flags)
    #expect(app.picture.modes == [.alternateScreen, .cursorVisible, .bracketedPaste])
    app.type("copy\nwrite from the editor\nquit\n")
    try app.wait(for: "from the editor")
    try app.wait { $0.text.contains("Lamp") }
    try app.waitUntilIdle()
    #expect(app.picture.modes == before.modes)
    #expect(try String(decoding: home.bytes(of: home.path + "/copy"), as: UTF8.self) == "bright\n")
    #expect(try String(decoding: home.bytes(of: home.path + "/mode"), as: UTF8.self) == "600\n")
    #expect(
      try String(decoding: home.bytes(of: home.path + "/variables"), as: UTF8.self) == "0\n")
    #expect(files == [])
    try app.press(script: "<^_>")
    #expect(app.picture.text.contains("bright"))
  }

  @Test func afterAKillTheEditorKeepsTheTerminalAndItsTextReturns() throws {
    let app = try home.open(environment: environment)
    try openEditor(app)
    app.signal(SIGKILL, to: try #require(app.app))
    app.type("write after the kill\n")
    try app.wait(for: "written")
    #expect(app.reap() == nil, "the guardian waits")
    app.type("quit\n")
    #expect(try app.waitForExit() == .exited(137))
    #expect(app.picture.modes == .usual)
    let flags = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    #expect(app.deviceModes.c_lflag & flags == flags)
    let again = try home.open(environment: environment)
    try again.wait(for: "after the kill")
    #expect(again.picture.text.contains("Your editor’s text is back"))
    #expect(again.picture.text.contains("Lamp"))
    #expect(files == [])
    try again.press(script: "<^_>")
    #expect(again.picture.text.contains("bright"))
    try again.press(script: "<^R>")
    try again.killEverything()
    #expect(try home.open(environment: environment).picture.text.contains("after the kill"))
  }

  @Test func killedWithItsEditorTheTerminalIsCleanAndTheTextReturns() throws {
    let app = try home.open(environment: environment)
    try openEditor(app)
    app.type("write half done\n")
    try app.wait(for: "written")
    let processes = app.descendants
    app.signal(SIGKILL, to: try #require(app.app))
    for process in processes where ProcessTree.name(of: process) == "fake-editor" {
      app.signal(SIGKILL, to: process)
    }
    #expect(try app.waitForExit() == .exited(137))
    #expect(app.picture.modes == .usual)
    #expect(try home.open(environment: environment).picture.text.contains("half done"))
  }

  @Test func killedEditorLeavesTheText() throws {
    let app = try home.open(environment: environment)
    let before = try openEditor(app)
    for process in app.descendants where ProcessTree.name(of: process) == "fake-editor" {
      app.signal(SIGKILL, to: process)
    }
    try app.wait(for: "so the text is unchanged")
    try app.waitUntilIdle()
    #expect(app.picture.modes == before.modes)
    #expect(app.picture.text.contains("bright"))
  }

  @Test func failedEditorLeavesTheText() throws {
    let app = try home.open(environment: environment)
    try openEditor(app)
    app.type("fail\n")
    try app.wait(for: "The editor ended with status 3, so the text is unchanged")
    #expect(app.picture.text.contains("bright"))
    #expect(files == [])
  }

  @Test func stoppedEditorReturnsToTheShellAndContinuesWithFg() throws {
    let shell = try home.shell()
    shell.type("EDITOR=\(editor) \(Home.program)\n")
    try shell.wait { $0.text.contains("Lamp") }
    try shell.waitUntilIdle()
    try openEditor(shell)
    shell.type("\u{1A}")
    try shell.wait { $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") }
    shell.type("fg\n")
    try shell.waitUntilIdle()
    shell.type("write after fg\nquit\n")
    try shell.wait { $0.text.contains("after fg") && $0.text.contains("Lamp") }
    try shell.press(script: "<Esc><Esc>q")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
  }

  @Test func privateTextGoesToAnEditorOnlyAfterAQuestion() throws {
    let passphrase = "correct horse"
    #expect(try home.run(["passphrase"], input: Data("\(passphrase)\n".utf8)).status == 0)
    let app = try home.launch(environment: environment)
    try app.unlock(with: passphrase)
    try app.press(script: "<Enter>Hm")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.waitUntilIdle()
    _ = try openNotes(app)
    try app.press(script: "<^X><^E>")
    #expect(app.picture.text.contains("Edit this private text in your editor?"))
    try app.killEverything()
    let again = try home.launch(environment: environment)
    try again.unlock(with: passphrase)
    #expect(again.picture.text.contains("Edit this private text in your editor?"))
    #expect(files == [])
    again.type("o")
    try again.wait(for: "EDITOR notes.txt")
    again.type("write sealed again\nquit\n")
    try again.wait { $0.text.contains("sealed again") && $0.text.contains("Lamp") }
    #expect(files == [])
  }

  /// One private item among several is enough.
  @Test func formOfSeveralItemsAsksIfOneIsPrivate() throws {
    let passphrase = "correct horse"
    #expect(try home.run(["passphrase"], input: Data("\(passphrase)\n".utf8)).status == 0)
    #expect(try home.run(["add", "--private", "Ring"]).status == 0)
    let app = try home.launch(environment: environment)
    try app.unlock(with: passphrase)
    try app.press(script: "*b<Tab><Tab><^X><^E>")
    #expect(app.picture.text.contains("Edit this private text in your editor?"))
    #expect(files == [])
    app.type("o")
    try app.wait(for: "EDITOR")
    app.type("write seldom used\nquit\n")
    try app.wait { $0.text.contains("seldom used") }
    #expect(files == [])
  }
}
