import Foundation
import Reprise
import RepriseTesting
import Testing

/// Optional parts are looked up at run time: contract 8.7.7.
@Suite struct OptionalPartTests {
  @Test func rule_8_7_7_aLibraryIsLookedUpAndAskedForItsFunctions() throws {
    let library = try #require(OptionalLibrary("libc.so.6"))
    #expect(library.hasFunction("getpid"))
    #expect(!library.hasFunction("get_the_moon"))
    #expect(!library.hasFunctions(["getpid", "get_the_moon"]))
    typealias GetPID = @convention(c) () -> Int32
    let address = try #require(library.function("getpid"))
    let getPID = unsafeBitCast(address, to: GetPID.self)
    #expect(getPID() == ProcessInfo.processInfo.processIdentifier)
  }

  @Test(arguments: ["libmissing.so.9", "", "./libc.so.6", "some/libc.so.6", "libc.so.6\0more"])
  func rule_8_7_7_aLibraryThatIsMissingOrNowhereInParticularIsNone(name: String) {
    #expect(OptionalLibrary(name) == nil)
  }

  @Test func rule_8_7_7_aProgramIsThereIfItCanBeRun() throws {
    let directory = NSTemporaryDirectory() + "parts-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/folder", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: directory) }
    for (name, mode) in [("runs", 0o700), ("lies", 0o600)] {
      #expect(files.createFile(atPath: "\(directory)/\(name)", contents: Data()))
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(directory)/\(name)")
    }
    let variables = ["PATH": "relative:/nowhere:\(directory)"]
    #expect(OptionalProgram("runs").path(variables: variables) == "\(directory)/runs")
    for name in ["lies", "folder", "missing", "", "../\(directory)/runs"] {
      #expect(!OptionalProgram(name).isThere(variables: variables), "\(name)")
    }
    let companion = OptionalProgram(companion: "runs", variable: "WHERE")
    #expect(companion.isThere(variables: ["WHERE": "\(directory)/runs"]))
    #expect(!companion.isThere(variables: ["WHERE": "\(directory)/missing"]))
  }

  @Test func rule_8_7_7_aTypeAndAnActionAndTheTerminalAreAskedFor() throws {
    var registry = RestorationRegistry()
    registry.register(Desk.self, as: "desk", formerly: ["table"])
    #expect(registry.isRegistered("desk") && registry.isRegistered("table"))
    #expect(!registry.isRegistered("chair"))
    let pilot = try Pilot.showing { Desk() }
    let application = pilot.application
    let desk = try #require(application.window.rootViewController as? Desk)
    #expect(application.target(forAction: "desk.write") === desk)
    #expect(application.target(forAction: "desk.read") == nil)
    #expect(desk.canPerform("desk.write") && !desk.canPerform("app.quit"))
    desk.isLocked = true
    #expect(!desk.canPerform("desk.write") && application.target(forAction: "desk.write") == nil)
    #expect(application.terminalCapabilities.colors == pilot.terminal.capabilities.colors)
    #expect(application.isRegistered("ScrollView") && !application.isRegistered("chair"))
  }

  private final class Desk: ViewController {
    var isLocked = false

    override var actions: [Action] {
      [Action("desk.write", "Write", "w", enabled: { [unowned self] in !isLocked }) {}]
    }
  }
}
