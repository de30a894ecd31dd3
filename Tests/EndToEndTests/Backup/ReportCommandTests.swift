import Foundation
import RepriseTesting
import Testing

/// `keepsake report` and `doctor`, run as the real program.
@Suite(.waitsForProcesses) struct ReportCommandTests {
  @Test func reportIsOneReproducibleFile() throws {
    let home = try Home()
    let file = home.path + "/report.html"
    let result = try home.run(["report", "--date", "2026-05-01", "-o", file])
    #expect(result.status == 0 && result.errors.hasPrefix("Wrote 30 items to "), "\(result.errors)")
    let bytes = try home.bytes(of: file)
    #expect(try home.run(["report", "--date", "2026-05-01"]).output == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
    #expect(text.contains("2026-05-01") && text.contains("Kitchen"))
    let csv = try home.run(["report", "--csv"])
    #expect(csv.text.split(separator: "\n").first?.hasPrefix("No.,Item,") == true)
  }

  /// Near the end of its useful life, an item is worth a fifth, as the report states, and not less.
  @Test(arguments: [
    ("2026-05-01", "100.00"), ("2014-06-01", "20.56"), ("2014-05-01", "20.00"),
    ("2012-01-01", "20.00"), ("2011-05-01", "20.00"), ("1990-01-01", "20.00"),
  ])
  func anOldItemKeepsAFifthOfItsValue(bought: String, value: String) throws {
    let home = try Home(isEmpty: true)
    // The useful life of tools is 15 years.
    let fields = ["category=tools", "value=100", "date=\(bought)"]
    #expect(try home.run(["add", "Saw"] + fields).status == 0)
    let text = try home.run(["report", "--csv", "--date", "2026-05-01"]).text
    #expect(text.contains(",\(value),EUR,"), "\(text)")
  }

  @Test func reportFiltersByWordsAndRefusesInvalidDates() throws {
    let home = try Home()
    let name = try #require(try home.run(["list"]).text.split(separator: "\t").first)
    let word = try #require(name.split(separator: " ").first)
    let all = try home.run(["report", "--csv"]).text.split(separator: "\n").count
    let some = try home.run(["report", "--csv", String(word)]).text
    #expect(some.contains(name) && some.split(separator: "\n").count < all)
    let refused = try home.run(["report", "--date", "yesterday"])
    #expect(refused.status == 64 && refused.messages.count == 1 && refused.output.isEmpty)
  }

  @Test func killedReportKeepsThePreviousFile() throws {
    let home = try Home()
    let file = home.path + "/report.html"
    let arguments = "report --force --date 2026-05-01 -o \(file)"
    for delay in stride(from: 0, through: 180, by: 20) {
      try home.write(Array("former".utf8), to: "report.html")
      let script =
        "\(Home.program) \(arguments) & p=$!; sleep \(Double(delay) / 1000); "
        + "kill -9 $p; wait $p"
      _ = try Home.run(
        "/bin/bash", ["-c", script], environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
      let text = String(decoding: try home.bytes(of: file), as: UTF8.self)
      #expect(text == "former" || text.hasSuffix("</html>\n"), "killed after \(delay) ms")
    }
  }

  @Test func doctorPrintsOneLinePerCheckAndSetsItsStatus() throws {
    let home = try Home()
    let result = try home.run(["doctor"])
    #expect(result.text.contains("ok\tparts\treprise-pictures is installed"))
    #expect(result.text.contains("ok\tparts\tlibpq.so.5 is installed"))
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("note\tbackup\tno backup yet"))
    let disk = home.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    #expect(try home.run(["backup", disk]).status == 0)
    #expect(try home.run(["doctor"]).text.contains("ok\tbackup\ttoday"))
    let json = try home.run(["doctor", "--json"]).text.split(separator: "\n")
    for line in json {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(object?.keys.sorted() == ["check", "status", "text"])
    }
    #expect(!result.text.contains("pw-play"))
    let configuration = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    try Data("notify-sound = \"/a/bell.oga\"\n".utf8).write(
      to: URL(fileURLWithPath: configuration + "/config.toml"))
    let silent = try home.run(
      ["doctor"], environment: ["HOME": home.path, "PATH": home.path])
    #expect(
      silent.text.contains("note\tparts\twithout pw-play, paplay, aplay, the agent can't play "))
    chmod(home.data, 0o755)
    #expect(try home.run(["doctor"]).status == 77)
    chmod(home.data, 0o700)
    try Data(repeating: 7, count: 9000).write(
      to: URL(fileURLWithPath: home.data + "/inventory.sqlite"))
    #expect(try home.run(["doctor"]).status == 65)
    #expect(try Home(isEmpty: true).run(["doctor"]).status == 66)
  }
}
