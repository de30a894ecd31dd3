import TestSupport
import ArgumentParser
import Foundation
import RepriseTesting
import Testing

@testable import Keepsake

/// Bad input to every command prints one line that starts with the program's name, and sets the documented status.
@Suite(.waitsForProcesses) struct BadInputTests {
  /// The words of every command, including those of groups.
  private static let commands: [[String]] = {
    var all: [[String]] = []
    func add(_ type: any ParsableCommand.Type, _ words: [String]) {
      for subcommand in type.configuration.subcommands {
        let words = words + [subcommand._commandName]
        all.append(words)
        add(subcommand, words)
      }
    }
    add(KeepsakeCommand.self, [])
    return all
  }()

  private func expectOneLine(
    _ said: CommandResult, _ status: Int32, _ arguments: [String]
  ) {
    #expect(said.status == status, "\(arguments): \(said.errors)")
    #expect(said.messages.count == 1, "\(arguments): \(said.errors)")
    #expect(said.errors.hasPrefix("keepsake: "), "\(arguments): \(said.errors)")
    #expect(said.output.isEmpty, "\(arguments)")
  }

  @Test func unknownOptionPrintsOneLineInEveryCommand() throws {
    let home = try Home(isEmpty: true)
    #expect(Self.commands.count > 30)
    for command in Self.commands {
      let arguments = command + ["--no-such-option"]
      try expectOneLine(home.run(arguments), 64, arguments)
    }
  }

  @Test func missingArgumentPrintsOneLine() throws {
    let home = try Home(isEmpty: true)
    for command in [
      ["add"], ["set"], ["set", "X"], ["show"], ["attach"], ["attach", "X"], ["import"],
      ["restore"], ["screenshot"], ["household", "create"], ["state", "import"],
      ["state", "export"], ["export", "-o"], ["report", "--date"],
    ] {
      try expectOneLine(home.run(command), 64, command)
    }
  }

  @Test func unknownCommandTopicOrActionPrintsOneLine() throws {
    let home = try Home(isEmpty: true)
    for (arguments, status) in [
      (["nonsense"], 64), (["household", "nonsense"], 64), (["state", "nonsense"], 64),
      (["help", "nonsense"], 64), (["help", "state", "nonsense"], 64), (["keys", "zzz"], 1),
      (["--nonsense"], 64), (["list", "-phone"], 64), (["add", "-hammer"], 64),
      (["-hammer"], 64), (["nonsense", "--help"], 64), (["nonsense", "-h"], 64),
      (["state", "nonsense", "--help"], 64), (["household", "nonsense", "-h"], 64),
      (["nonsense", "--version"], 64), (["state", "--help", "nonsense"], 64),
    ] as [([String], Int32)] {
      try expectOneLine(home.run(arguments), status, arguments)
    }
    #expect(try home.run(["help", "state", "export"]).status == 0)
    #expect(try home.run(["keys", "report"]).status == 0)
    #expect(try home.run(["list", "--", "-phone"]).status == 0)
    for words in [
      ["--help"], ["state", "-h"], ["state", "export", "--help"], ["list", "chair", "--help"],
      ["--version"], ["household", "--help"], ["help"],
    ] {
      let said = try home.run(words)
      #expect(said.status == 0 && said.errors.isEmpty && !said.text.isEmpty, "\(words)")
    }
    #expect(try home.run(["add", "--", "--help"]).status == 0)
  }

  @Test func unknownItemOrFilePrintsOneLine() throws {
    let home = try Home()
    for arguments in [
      ["show", "nothing such"], ["set", "nothing such", "notes=a"], ["history", "nothing such"],
      ["attach", "nothing such", "/dev/null"], ["import", "/none.csv"], ["restore", "/none.zip"],
      ["state", "import", "/none"], ["attach", "Teapot", "/none"],
    ] {
      try expectOneLine(home.run(arguments), 66, arguments)
    }
  }

  @Test func ambiguousNameListsMatchesWithNumbers() throws {
    let home = try Home(isEmpty: true)
    for name in ["Tea cup", "Egg cup", "Egg"] {
      #expect(try home.run(["add", name, "place=Kitchen"]).status == 0)
    }
    let file = try home.write(Array("a".utf8), to: "a.txt")
    for arguments in [
      ["show", "cup"], ["set", "cup", "notes=a"], ["history", "cup"], ["attach", "cup", file],
    ] {
      let said = try home.run(arguments)
      #expect(said.status == 64 && said.output.isEmpty)
      #expect(
        said.messages == [
          "keepsake: several items match “cup”; name one by its number:",
          "000-002  Egg cup  Kitchen", "000-001  Tea cup  Kitchen",
        ], "\(arguments): \(said.errors)")
    }
    #expect(try home.run(["show", "000-002"]).text.contains("Name\tEgg cup"))
  }

  @Test func argumentThatIsNotUTF8IsRefusedAndNotStored() throws {
    let home = try Home(isEmpty: true)
    for command in ["add", "attach Box", "import", "show", "export -o", "list"] {
      let said = try Home.run(
        "/bin/bash", ["-c", "\(Home.program) \(command) $'caf\\xe9'"],
        environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
      expectOneLine(said, 64, [command])
      #expect(said.errors.contains("is not UTF-8 text; if it names a file, rename the file first"))
    }
    #expect(try home.run(["list"]).text.isEmpty)
  }
}
