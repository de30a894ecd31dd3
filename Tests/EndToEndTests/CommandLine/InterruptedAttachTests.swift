import Foundation
import Inventory
import RepriseTesting
import TestSupport
import Testing

/// A killed attach leaves nothing behind, and the next launch reports that nothing was attached.
@Suite(.waitsForProcesses) struct InterruptedAttachTests {
  private static func leftovers(_ home: Home) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: home.data + "/attachments")
    return (names ?? []).filter { $0.hasPrefix(".incoming-") }.sorted()
  }

  /// Starts attaching a large file and a small one, and stops it while it copies.
  private static func begin(_ home: Home) throws -> ChildProcess {
    let large = try home.write([UInt8](repeating: 7, count: 1), to: "large.bin")
    truncate(large, 900 << 20)
    let small = try home.write(Array("small".utf8), to: "small.txt")
    let process = try ChildProcess(
      Home.program, ["attach", "Teapot", large, small],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    let start = ContinuousClock.now
    while leftovers(home).count < 2, start.duration(to: .now) < .seconds(60) { usleep(2000) }
    kill(process.identifier, SIGSTOP)
    #expect(leftovers(home).count == 2, "a note and the first copy")
    return process
  }

  private static let line =
    "Nothing was attached: copying “large.bin” and 1 more file was interrupted"

  @Test func nextWritingCommandRemovesAndReportsTheLeftovers() throws {
    let home = try Home()
    let process = try Self.begin(home)
    // The stopped attach is still running, so its files stay.
    #expect(try home.run(["set", "Teapot", "notes=a"]).errors == "Changed “Teapot”\n")
    #expect(Self.leftovers(home).count == 2)
    kill(process.identifier, SIGKILL)
    process.waitForEnd()
    #expect(try home.run(["list"]).errors.isEmpty, "a command that only reads changes nothing")
    #expect(Self.leftovers(home).count == 2)
    let next = try home.run(["set", "Teapot", "notes=b"])
    #expect(next.messages.first.map(String.init) == Self.line, "\(next.errors)")
    #expect(next.status == 0)
    #expect(home.files(under: home.data + "/attachments").isEmpty)
    #expect(try home.run(["set", "Teapot", "notes=c"]).errors == "Changed “Teapot”\n")
  }

  @Test func nextWindowRemovesAndReportsTheLeftovers() throws {
    let home = try Home()
    let process = try Self.begin(home)
    kill(process.identifier, SIGKILL)
    process.waitForEnd()
    let window = try home.open()
    try window.wait(for: Self.line)
    #expect(Self.leftovers(home) == [])
    try window.killEverything()
  }

  /// A kill between the commit of its rows and the removal of its note.
  @Test func completeAttachIsNotReportedAsInterrupted() throws {
    let home = try Home()
    let file = try home.write(Array("small".utf8), to: "small.txt")
    #expect(try home.run(["attach", "Teapot", file]).status == 0)
    let store = try InventoryStore(directory: home.data)
    guard case .one(let item) = try store.items(named: "Teapot") else { return }
    let attachment = try #require(try store.attachments.fetchAll(of: item).first)
    let note =
      #"{"names":["small.txt"],"count":1,"attachments":["\#(attachment.uuid.uuidString)"]}"#
    try Data(note.utf8).write(
      to: URL(filePath: home.data + "/attachments/.incoming-\(UUID().uuidString).note"))
    #expect(try home.run(["set", "Teapot", "notes=a"]).errors == "Changed “Teapot”\n")
    #expect(Self.leftovers(home) == [])
    #expect(try home.run(["show", "Teapot"]).text.hasSuffix("small.txt, 5 bytes\n"))
  }
}
