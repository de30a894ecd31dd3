import Foundation
import Testing

struct CommandLineTests {
  @Test func everyLineOfJSONIsAnObject() throws {
    let home = try Home()
    let lines = try home.run(["list", "--json"]).text.split(separator: "\n")
    #expect(lines.count == 30)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["name"] is String)
    }
  }

  /// A name that would set the title, clear the screen and write backwards, if it could.
  private static let hostile = "\u{1B}]0;title\u{7}\u{9B}2J\u{202E}gnp.exe\u{200B}\u{7F}\u{2028}end"

  @Test(arguments: [["list"], ["list", "--json"], ["list", "title"]])
  func aHostileNameReachesNoTerminal(_ arguments: [String]) throws {
    let home = try Home(isEmpty: true)
    let text = "HB.import_ref,HB.name\na,\"\(Self.hostile)\"\n"
    let result = try home.run(["import", "-"], input: Data(text.utf8))
    let said = try home.run(arguments)
    for output in [said.text, said.errors, result.errors] {
      let scalars = output.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }
      #expect(!scalars.contains { $0.properties.generalCategory == .control })
      #expect(!scalars.contains { $0.properties.isBidiControl })
      #expect(!scalars.contains { $0.value == 0x2028 })
    }
  }

  @Test func pathsLieWhereTheRulesSay() throws {
    let home = try Home()
    let lines = try home.run(["paths"]).text.split(separator: "\n")
    #expect(
      lines == [
        "inventory\t\(home.data)/inventory.sqlite", "drafts\t\(home.data)/drafts.sqlite",
        "key\t\(home.data)/state.key", "state\t\(home.state)",
        "log\t\(home.state)/log",
      ])
  }

  @Test func theVersionIsOneLine() throws {
    let result = try Home().run(["--version"])
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").count == 1)
    #expect(result.text.hasPrefix("keepsake "))
  }

  @Test(arguments: [
    [], ["import"], ["export"], ["list"], ["paths"], ["demo"], ["open"], ["state"],
    ["state", "list"], ["state", "show"], ["state", "explain"], ["state", "verify"],
    ["state", "restore"], ["state", "discard"], ["state", "export"], ["state", "import"],
  ])
  func helpFitsIn80Columns(_ command: [String]) throws {
    let result = try Home().run(command + ["--help"])
    #expect(result.status == 0)
    #expect(!result.text.isEmpty)
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [["frobnicate"], ["--no-such-flag"], ["import"], ["list", "--jsn"]])
  func badArgumentsAreAUsageError(_ arguments: [String]) throws {
    let result = try Home().run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  @Test(arguments: ["list", "list --json", "export"])
  func nobodyReadingAnyMoreIsNoError(_ command: String) throws {
    let home = try Home()
    let result = try Home.run(
      "/bin/bash", ["-c", "\(Home.program) \(command) | head -1; exit ${PIPESTATUS[0]}"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.text.split(separator: "\n").count == 1)
  }
}
