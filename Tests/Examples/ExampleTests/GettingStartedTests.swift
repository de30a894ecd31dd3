import Foundation
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// Follows the tutorial as a newcomer does.
@Suite(.waitsForProcesses) struct GettingStartedTests {
  /// One block of code: its language, its file and its text.
  private struct Block {
    var language: String
    var file: String
    var text: String
  }

  private let blocks: [Block]

  init() throws {
    let article = Checkout.catalogue.appending(path: "GettingStarted.md")
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    blocks = stride(from: 1, to: parts.count, by: 2).map { index in
      let (head, text) = parts[index].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init).pair
      let words = head.split(separator: " ").map(String.init)
      return Block(language: words.first ?? "", file: words.dropFirst().first ?? "", text: text)
    }
  }

  @Test func tutorialsProgramIsTheTestedExample() throws {
    let hello = Checkout.root.appending(path: "Sources/Examples/hello/Hello.swift")
    let block = try #require(blocks.first { $0.file == "Sources/hello/Hello.swift" })
    #expect(block.text == (try String(contentsOf: hello, encoding: .utf8)))
    #expect(block.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    #expect(Set(blocks.map(\.language)) == ["sh", "swift", "screen"])
  }

  /// Runs `Scripts/new` in a folder.
  private static func newApp(_ name: String, in folder: TemporaryHome) throws -> CommandResult {
    try CommandResult(
      of: "/bin/sh",
      ["-c", "cd \"$1\" && exec \"$2\" \"$3\"", "sh", folder.path]
        + [Checkout.root.path + "/Scripts/new", name],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
  }

  @Test func theScriptCreatesTheAppOfTheTutorial() throws {
    let folder = TemporaryHome()
    let result = try Self.newApp("shelf", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    for block in blocks where block.language == "swift" {
      let path = Self.renamed(block.file)
      let text = try String(contentsOfFile: "\(folder.path)/shelf/\(path)", encoding: .utf8)
      let wanted = Self.renamed(block.text).replacing(
        "path: \"../reprise\"", with: "name: \"reprise\", path: \"\(Checkout.root.path)\"")
      #expect(text == wanted, "\(path)")
    }
    let again = try Self.newApp("shelf", in: folder)
    #expect(again.status == 73 && again.messages.count == 1, "it replaces nothing")
  }

  @Test(arguments: ["", "Shelf", "a-b", "../a", "1a", "a b"])
  func theScriptRefusesNamesThatNoModuleCanHave(_ name: String) throws {
    let folder = TemporaryHome()
    let result = try Self.newApp(name, in: folder)
    #expect(result.status == 64 && result.messages.count == 1, "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// A text of the tutorial, for an app named shelf.
  private static func renamed(_ text: String) -> String {
    text.replacing("HelloApp", with: "ShelfApp").replacing("HelloTests", with: "ShelfTests")
      .replacing("Hello.swift", with: "Shelf.swift").replacing("hello", with: "shelf")
  }

  /// Follows every step from an empty folder, which builds the kit from scratch and takes minutes.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPRISE_TUTORIAL"] != nil))
  func tutorialBuildsAnAppThatSurvivesAKill() throws {
    let folder = TemporaryHome()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/reprise", withDestinationPath: Checkout.root.path)
    let shell = try PTYProcess.shell(
      environment: [
        "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin",
      ])
    shell.type("cd \(folder.path)\n")
    for block in blocks where block.language != "screen" {
      if block.language == "swift" {
        try block.text.write(
          toFile: "\(folder.path)/hello/\(block.file)", atomically: true, encoding: .utf8)
      } else {
        try follow(block.text.split(separator: "\n").map(String.init), in: shell)
      }
    }
  }

  /// Types the commands; where they start the app, uses, kills and restarts it.
  private func follow(_ commands: [String], in shell: PTYProcess) throws {
    for command in commands where !command.hasPrefix("pkill") {
      // Neither the typed command nor earlier output may look like the end marker.
      let end = "done \(UInt32.random(in: 0 ... .max))"
      shell.type("clear; \(command) && echo done' '\(end.dropFirst(5))\n")
      guard command == ".build/debug/hello" else {
        try shell.wait(timeout: .seconds(3600)) { $0.text.contains("\(end)\nready$") }
        continue
      }
      try shell.wait(for: "What is your name?")
      shell.type("Half a word")
      shell.press(.init(.left))
      let before = try shell.waitUntilIdle()
      for process in shell.descendants { shell.signal(SIGKILL, to: process) }
      try shell.wait { $0.text.contains("ready$") }
      // The killed program's output must be gone before it can be restored.
      shell.type("reset\n")
      try shell.wait { !$0.text.contains("Half a word") }
      shell.type("clear; \(command)\n")
      try shell.wait { $0.modes == before.modes && $0.text.contains("Half a word") }
      let difference = try shell.waitUntilIdle().difference(from: before)
      #expect(difference == nil, "\(difference ?? "")")
      shell.type("\tq")
      try shell.wait { $0.text.hasSuffix("ready$") }
    }
  }
}

extension [String] {
  /// The first two elements.
  fileprivate var pair: (String, String) { (first ?? "", dropFirst().first ?? "") }
}
