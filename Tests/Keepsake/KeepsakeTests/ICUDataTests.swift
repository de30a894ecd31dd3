import Foundation
import TestSupport
import Testing

/// Nothing may ask Foundation for what it asks ICU for.
///
/// The shipped program carries no data for ICU (`CKeepsake`), though the build that tests run on does:
/// there it would fail, and here it would work.
@Suite struct ICUDataTests {
  /// What of Foundation needs ICU's data: locales, calendars, time zones, formats, regular expressions,
  /// and orders of a language.
  private static let names = [
    #"\bLocale\b"#, #"\bCalendar\b"#, #"\bTimeZone\b"#, #"\b\w*Formatter\("#, #"\.formatted\("#,
    #"\bFormatStyle\b"#, #"\bNSRegularExpression\b"#, #"\.regularExpression\b"#, #"\blocalized\w*"#,
    #"\bString\(format:"#, #"\bDateComponents\b"#, #"applyingTransform\("#,
  ]

  /// The lines of a text that use any of the names, comments and texts in quotes aside.
  private static func uses(in text: String) throws -> [Substring] {
    let pattern = try Regex(names.joined(separator: "|"))
    return text.split(separator: "\n").filter { line in
      let code = line.replacing(/"[^"]*"/, with: "").split(separator: "//").first ?? ""
      return !line.drop(while: { $0 == " " }).hasPrefix("//")
        && code.contains(pattern)
    }
  }

  @Test(arguments: ["Keepsake", "Reprise"])
  func nothingAsksForICUData(_ wing: String) throws {
    let directory = Checkout.root.appending(path: "Sources/\(wing)")
    let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      count += 1
      let uses = try Self.uses(in: String(contentsOf: file, encoding: .utf8))
      #expect(uses == [], "\(file.lastPathComponent) asks for data that is not there")
    }
    #expect(count > 300)
  }

  @Test func aUseIsFound() throws {
    let text = "  // Locale\n  let text = \"Locale\"\n  let zone = TimeZone(identifier: name)\n"
    #expect(try Self.uses(in: text) == ["  let zone = TimeZone(identifier: name)"])
  }
}
