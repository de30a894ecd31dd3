import Foundation
import Reprise
import RepriseTesting
import Testing

/// Editing a text in the person's own editor, here a script without a terminal.
@Suite struct ExternalEditorTests {
  private let directory: String
  private let letter = Letter("one\ntwo\nthree")

  init() throws {
    directory = NSTemporaryDirectory() + "editor-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    LeftDirectories.note(directory)
  }

  private var files: [String] {
    FileManager.default.subpaths(atPath: directory + "/editing") ?? []
  }

  /// A screen with the text, and an editor that runs a script with the path of the file in `$1`.
  private func pilot(editor script: String) throws -> Pilot {
    let path = directory + "/editor"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
    let pilot = try letter.pilot()
    pilot.application.externalEditorDirectory = directory + "/editing"
    pilot.application.externalEditorEnvironment = {
      ["EDITOR": path, "PATH": "/usr/bin:/bin", "OUT": path + ".out"]
    }
    return pilot
  }

  @Test func editedTextReplacesTheTextAndCanBeUndone() throws {
    let pilot = try pilot(editor: "sed -i s/two/zwei/ \"$1\"")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\nzwei\nthree")
    #expect(files == [])
    try pilot.keys("<^_>")
    #expect(letter.text == "one\ntwo\nthree")
  }

  @Test func fileIsPrivateAndNamedAfterTheText() throws {
    let pilot = try pilot(
      editor: "stat -c '%a %n' \"$1\" \"$(dirname \"$1\")\" > \"$OUT\"; cat \"$1\" >> \"$OUT\"")
    try pilot.keys("<^X><^E>")
    let lines = try String(contentsOfFile: directory + "/editor.out", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("600 \(directory)/editing/"))
    #expect(lines[0].hasSuffix("/text.txt"))
    #expect(lines[1].hasPrefix("700 "))
    #expect(lines[2...] == ["one", "two", "three"])
  }

  @Test func failedEditorChangesNothing() throws {
    let pilot = try pilot(editor: "exit 3")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
    #expect(pilot.application.window.notice?.hasPrefix("The editor ended with status 3") == true)
    #expect(files == [])
  }

  @Test func textOfAFailedEditorIsKept() throws {
    let pilot = try pilot(editor: "echo other > \"$1\"; exit 3")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
    #expect(files.contains { $0.hasSuffix("/text.txt") })
  }

  @Test func textThatIsNotUTF8IsKeptAndChangesNothing() throws {
    let pilot = try pilot(editor: "printf '\\377' > \"$1\"")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
    #expect(pilot.application.window.notice?.contains("isn’t UTF-8") == true)
    #expect(files.contains { $0.hasSuffix("/text.txt") })
  }

  @Test func textThatIsTooLongIsKeptAndChangesNothing() throws {
    let pilot = try pilot(editor: "head -c 200000 /dev/zero | tr '\\0' x > \"$1\"")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
    #expect(pilot.application.window.notice?.contains("200000 characters") == true)
    #expect(files.contains { $0.hasSuffix("/text.txt") })
  }

  @Test func unchangedTextIsNoStepOfUndo() throws {
    let pilot = try pilot(editor: "true")
    try pilot.keys("X<^X><^E><^_>")
    #expect(letter.text == "one\ntwo\nthree")
  }

  @Test func missingEditorIsNamed() throws {
    let pilot = try pilot(editor: "true")
    pilot.application.externalEditorEnvironment = { ["VISUAL": "no-such-editor -x"] }
    try pilot.keys("<^X><^E>")
    #expect(
      pilot.application.window.notice == "“no-such-editor” is not installed; correct VISUAL")
    #expect(files == [])
  }

  @Test func linkInPlaceOfTheFileIsNotRead() throws {
    let pilot = try pilot(editor: "rm \"$1\"; ln -s /etc/hostname \"$1\"")
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
    #expect(pilot.application.window.notice?.contains("is a link") == true)
  }

  @Test func appWithoutADirectoryOffersNoEditor() throws {
    let pilot = try letter.pilot()
    try pilot.keys("<^X><^E>")
    #expect(letter.text == "one\ntwo\nthree")
  }
}
