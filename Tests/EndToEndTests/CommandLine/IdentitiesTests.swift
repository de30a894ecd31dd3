import Foundation
import Testing

/// `keepsake identities` lists what identifies an inventory and a machine.
@Suite(.waitsForProcesses) struct IdentitiesTests {
  /// The identities of a household are listed before there is one.
  private static let names = [
    "inventory", "installation", "advertising", "member", "device", "login", "household key",
  ]

  private static func lines(_ home: Home) throws -> [[String]] {
    let result = try home.run(["identities"])
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map { line in
      line.split(separator: "\t").map(String.init)
    }
  }

  @Test func eachIdentityHasAPurpose() throws {
    let home = try Home()
    let lines = try Self.lines(home)
    #expect(lines.map(\.first) == Self.names)
    #expect(lines.allSatisfy { $0.count == 3 && $0[2].count > 10 })
    #expect(lines[2][1] == "00000000-0000-0000-0000-000000000000")
    #expect(try Self.lines(home) == lines, "they stay")
    let machine = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
    if let machine = machine?.trimmingCharacters(in: .newlines), machine.count == 32 {
      let installation = try #require(UUID(uuidString: lines[1][1])).uuidString.lowercased()
      #expect(installation.replacing("-", with: "") != machine)
    } else {
      #expect(lines[1][1] == "none: this machine has no ID")
    }
  }

  @Test func identitiesArePrintedAsJSON() throws {
    let home = try Home()
    let texts = try home.run(["identities", "--json"]).text.split(separator: "\n")
    let values = try texts.map { text in
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let names = values.compactMap { $0["identity"] as? String }
    #expect(names == Self.names)
    #expect(values.last?["value"] == nil, "there is no household")
    #expect(values[0]["value"] as? String == (try Self.lines(home))[0][1])
  }

  @Test func restoredInventoryKeepsItsIdentityOnAnotherMachine() throws {
    let (home, other) = (try Home(), try Home(isEmpty: true))
    let archive = try home.run(["backup", home.path]).text.trimmingCharacters(in: .newlines)
    #expect(try other.run(["restore", archive]).status == 0)
    let (original, restored) = (try Self.lines(home), try Self.lines(other))
    #expect(original[0][1] == restored[0][1])
    // Without a machine identity, there is no installation identity either.
    #expect(original[1][1] != restored[1][1] || UUID(uuidString: original[1][1]) == nil)
  }

  @Test func identitiesReportAMissingInventory() throws {
    let result = try Home(isEmpty: true).run(["identities"])
    #expect(result.status == 66 && result.text.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
