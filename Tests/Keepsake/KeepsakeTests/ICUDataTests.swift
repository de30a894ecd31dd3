import Foundation
import TestSupport
import Testing

/// No source may use a part of Foundation that needs ICU's data.
///
/// The shipped program contains no ICU data (`CKeepsake`), unlike the build that runs the tests, so such code would
/// fail only there.
@Suite struct ICUDataTests {
  /// The parts of Foundation that need ICU's data: locales, calendars, time zones, formats, regular expressions, and
  /// sort orders of languages.
  private static let names = [
    #"\bLocale\b"#, #"\bCalendar\b"#, #"\bTimeZone\b"#, #"\b\w*Formatter\("#, #"\.formatted\("#,
    #"\bFormatStyle\b"#, #"\bNSRegularExpression\b"#, #"\.regularExpression\b"#, #"\blocalized\w*"#,
    #"\bString\(format:"#, #"\bDateComponents\b"#, #"applyingTransform\("#,
  ]

  /// The lines of a source that use any of the names outside of comments and string literals.
  private static func uses(in text: String) throws -> [Substring] {
    let pattern = try Regex(names.joined(separator: "|"))
    return text.split(separator: "\n").filter { line in
      let code = line.replacing(/"[^"]*"/, with: "").split(separator: "//").first ?? ""
      return !line.drop(while: { $0 == " " }).hasPrefix("//")
        && code.contains(pattern)
    }
  }

  @Test(arguments: ["Keepsake", "Reprise"])
  func noSourceNeedsICUData(_ wing: String) throws {
    let directory = Checkout.root.appending(path: "Sources/\(wing)")
    let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      count += 1
      let uses = try Self.uses(in: String(contentsOf: file, encoding: .utf8))
      #expect(uses == [], "\(file.lastPathComponent) needs ICU data, which is not shipped")
    }
    #expect(count > 300)
  }

  @Test func usesAreFoundOutsideCommentsAndStrings() throws {
    let text = "  // Locale\n  let text = \"Locale\"\n  let zone = TimeZone(identifier: name)\n"
    #expect(try Self.uses(in: text) == ["  let zone = TimeZone(identifier: name)"])
  }
}
