import Foundation
import Testing

/// Nothing may ask Foundation for what it asks ICU for.
///
/// The shipped program carries no data for ICU (`CICUData`), though the build that tests run on does:
/// there it would fail, and here it would work.
@Suite struct ICUDataTests {
  /// What of Foundation needs ICU's data: locales, calendars, time zones, formats, regular expressions,
  /// and orders of a language.
  private static let names = [
    #"\bLocale\b"#, #"\bCalendar\b"#, #"\bTimeZone\b"#, #"\b\w*Formatter\("#, #"\.formatted\("#,
    #"\bFormatStyle\b"#, #"\bNSRegularExpression\b"#, #"\.regularExpression\b"#, #"\blocalized\w*"#,
    #"\bString\(format:"#, #"\bDateComponents\b"#, #"applyingTransform\("#,
  ]

  private static var sources: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
  }

  /// The lines of a text that use any of the names, comments and texts in quotes aside.
  private static func uses(in text: String) throws -> [Substring] {
    let pattern = try Regex(names.joined(separator: "|"))
    return text.split(separator: "\n").filter { line in
      let code = line.replacing(/"[^"]*"/, with: "").split(separator: "//").first ?? ""
      return !line.drop(while: { $0 == " " }).hasPrefix("//")
        && code.contains(pattern)
    }
  }

  @Test(arguments: ["Keepsake", "Inventory", "Reprise", "Preservation", "Terminal"])
  func nothingAsksForICUData(_ wing: String) throws {
    let directory = Self.sources.appending(path: wing)
    let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      count += 1
      let uses = try Self.uses(in: String(contentsOf: file, encoding: .utf8))
      #expect(uses == [], "\(file.lastPathComponent) asks for data that is not there")
    }
    #expect(count > 10)
  }

  @Test func aUseIsFound() throws {
    let text = "  // Locale\n  let text = \"Locale\"\n  let zone = TimeZone(identifier: name)\n"
    #expect(try Self.uses(in: text) == ["  let zone = TimeZone(identifier: name)"])
  }
}
