import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite(.waitsForProcesses) struct ProgramExamples {
  @Test func aProgramRunsInATerminal() throws {
    let shell = try PTYProcess("/bin/sh", ["-c", "printf hello; read line"])
    try shell.wait(for: "hello")
    let name = ProcessTree.name(of: shell.processID)
    shell.type("\n")
    let end: ProcessEnd = try shell.waitForExit()
    #expect(name == "sh" && end == .exited(0))
  }

  @Test func aMissingProgramIsReported() {
    #expect(throws: PTYError.self) { _ = try PTYProcess("/no/such/program").waitForExit() }
  }

  @Test func outputBecomesAScreen() throws {
    let terminal = try #require(TerminalModel(size: Size(width: 20, height: 2)))
    terminal.feed(Array("\u{1B}[1mTotal\u{1B}[0m 12.50".utf8))
    let picture: TerminalPicture = terminal.picture
    #expect(picture.lines[0] == "Total 12.50" && picture.rows[0][0].style.attributes == .bold)
  }

  @Test func modesAreFoundInOutput() {
    var scanner = EscapeScanner()
    scanner.feed("\u{1B}[?1049h\u{1B}[?25l".utf8)
    #expect(scanner.modes == [1049])
  }

  @Test func drawingsAreFoundInOutput() throws {
    let terminal = try #require(TerminalModel(size: Size(width: 20, height: 4)))
    var graphics = GraphicsModel()
    graphics.isOn = true
    var sixels = SixelModel()
    sixels.isOn = true
    (terminal.graphics, terminal.sixels) = (graphics, sixels)
    terminal.feed(Array("no pictures".utf8))
    #expect(terminal.graphics.images.isEmpty && terminal.sixels.drawings.isEmpty)
  }

  @Test func featuresAreTurnedOnAndOff() throws {
    let terminal = try #require(TerminalModel(size: Size(width: 20, height: 2)))
    var features = FeatureModel()
    features.isOn = true
    terminal.features = features
    terminal.feed(Array("\u{1B}[?2031h".utf8))
    #expect(terminal.features.changes == ["2031"])
    terminal.feed(Array("\u{1B}[?2031l".utf8))
    #expect(terminal.features.changes.isEmpty)
  }

  /// A trait of an app's own tests, which start programs, too.
  static let slow: PatientTrait = .waitsForProcesses
}
