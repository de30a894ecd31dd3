import ArgumentParser
import Foundation
import Reprise
import RepriseCommands
import RepriseTesting
import Testing

@Suite @MainActor struct CommandLineExamples {
  struct NotesApp: CommandLineApp {
    let name = "notes"

    struct Options: AppOptions {
      @Flag(help: "Use the sample notes.") var demo = false

      var request: LaunchRequest { LaunchRequest(folder: demo ? "notes/demo" : nil) }
    }

    func root(_ application: Application) -> ViewController { ViewController() }

    nonisolated static func examine(
      _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void
    ) throws {
      let isThere = FileManager.default.fileExists(atPath: directories.data)
      try report(
        DoctorFinding(
          check: "data", status: isThere ? .ok : .note,
          text: isThere ? directories.data : "there are no notes yet"))
    }
  }

  struct NotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "notes", subcommands: [Add.self] + NotesApp.kitCommands)
  }

  /// An app without options of its own.
  struct ClockApp: CommandLineApp {
    typealias Options = NoOptions

    let name = "clock"

    func root(_ application: Application) -> ViewController { ViewController() }
  }

  struct Add: ParsableCommand {
    @Argument(help: "The text of the note.") var text: String

    func run() throws { Console.status("Added \(Console.harmless(text)).") }
  }

  struct Export: ParsableCommand {
    enum Format { case text, json }

    @Argument(help: "The file to write.") var file: String
    @OptionGroup var replacing: OutputReplacing

    private static let formats = OutputFormat(endings: [("txt", Format.text), ("json", .json)])

    func run() throws {
      let format = try Self.formats.format(ofFile: file, asked: nil, usual: .text)
      let output = try OutputFile(path: file, replaces: replacing.mayReplace(file))
      try output.append(Array((format == .json ? "[]\n" : "").utf8))
      try output.commit()
    }
  }

  @Test func notesAreExported() throws {
    let file = TemporaryHome()
    let path = file.path + "/notes.json"
    try Export.parse([path]).run()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[]\n")
    #expect(throws: CommandFailure.self) { try Export.parse([file.path + "/notes.pdf"]).run() }
  }

  @Test func theDoctorReportsWhatIsMissing() throws {
    var findings: [DoctorFinding] = []
    let directories = try AppDirectories(name: "notes", variables: ["HOME": "/no/such/home"])
    try NotesApp.examine(directories) { findings.append($0) }
    #expect(findings.first?.status == .note)
    #expect(try NotesApp.Options.parse(["--demo"]).request.folder == "notes/demo")
    #expect(NotesCommand.configuration.subcommands.count == NotesApp.kitCommands.count + 1)
    #expect(NoOptions().request == LaunchRequest() && ClockApp().name == "clock")
  }
}
