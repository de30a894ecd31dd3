import Foundation
import Reprise
import RepriseTesting
import Terminal
import TestSupport
import Testing

/// README's moving picture is what the real program shows; `UPDATE_PICTURES=1` records it again.
@Suite @MainActor struct MovingPictureTests {
  private static let file = GeneratedFile(
    Checkout.root.appending(path: "docs/pictures/kill.svg"))

  /// A shell in which a user types part of a name, loses the program to a kill and starts it again.
  private struct Recording {
    let shell: PTYProcess
    private(set) var steps: [MovingPicture.Step] = []

    init(home: Home) throws {
      let program = URL(filePath: Home.program).deletingLastPathComponent().path
      shell = try PTYProcess(
        "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
        environment: [
          "PS1": "$ ", "HISTFILE": "/dev/null", "HOME": home.path,
          "PATH": "\(program):/usr/bin:/bin",
        ], size: Size(width: 80, height: 18))
      try shell.wait(for: "$")
    }

    mutating func show(for duration: Duration) {
      steps.append(.init(frame: shell.picture.frame, duration: duration))
    }

    /// Types a command letter by letter, runs it, and shows the program that it starts.
    mutating func run(_ command: String, until title: String) throws {
      for letter in command { try type(letter, for: .milliseconds(60)) }
      shell.type("\n")
      try shell.wait { $0.modes.contains(.alternateScreen) && $0.text.contains(title) }
      try shell.waitUntilIdle()
    }

    mutating func type(_ letter: Character, for duration: Duration) throws {
      let column = shell.picture.cursor.x
      shell.type(String(letter))
      try shell.wait { $0.cursor.x == column + 1 }
      try shell.waitUntilIdle()
      show(for: duration)
    }

    /// Kills every process of the program but the guardian, which restores the terminal.
    mutating func kill() throws {
      let app = try #require(shell.descendants.last { ProcessTree.name(of: $0) == "keepsake" })
      shell.signal(SIGKILL, to: app)
      try shell.wait { !$0.modes.contains(.alternateScreen) && $0.lines.contains("$") }
    }
  }

  @Test func theMovingPictureIsWhatTheProgramShows() throws {
    let home = try Home(isEmpty: true)
    var recording = try Recording(home: home)
    recording.show(for: .milliseconds(600))
    try recording.run("keepsake demo", until: "Backup disk")
    recording.show(for: .milliseconds(1500))
    recording.shell.type("n")
    try recording.shell.waitUntilIdle()
    recording.show(for: .milliseconds(800))
    for letter in "Cordless dr" { try recording.type(letter, for: .milliseconds(120)) }
    recording.show(for: .milliseconds(1200))
    try recording.kill()
    recording.show(for: .milliseconds(1800))
    try recording.run("keepsake demo", until: "Cordless dr")
    recording.show(for: .milliseconds(1200))
    for letter in "ill" { try recording.type(letter, for: .milliseconds(160)) }
    recording.show(for: .seconds(2))
    try recording.shell.killEverything()

    let drawn = MovingPicture(recording.steps).svg()
    #expect(try Self.file.difference(from: drawn) == nil)
  }
}
