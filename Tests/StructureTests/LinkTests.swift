import Foundation
import TestSupport
import Testing

/// Relative links in the Markdown files lead to existing files and headings.
@Suite struct LinkTests {
  /// The Markdown files at the top and in `docs`.
  private static func pages() throws -> [URL] {
    try ["", "docs", "docs/conformance"].map({ Checkout.root.appending(path: $0) }).flatMap {
      folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }.filter { $0.pathExtension == "md" }
  }

  /// The text of a page without code blocks.
  private static func text(of page: URL) throws -> String {
    try String(contentsOf: page, encoding: .utf8)
      .split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
  }

  /// The anchors that a forge generates for the headings of a page.
  private static func anchors(of page: URL) throws -> Set<String> {
    let headings = try text(of: page).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || " _-".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  @Test func everyRelativeLinkHasATarget() throws {
    var count = 0
    for page in try Self.pages() {
      for match in try Self.text(of: page).matches(of: /\]\(([^)\s:]+)\)/) {
        count += 1
        let parts = match.output.1.split(separator: "#", omittingEmptySubsequences: false)
        let folder = page.deletingLastPathComponent()
        let target = parts[0].isEmpty ? page : folder.appending(path: String(parts[0]))
        let link = "\(match.output.1) in \(page.lastPathComponent)"
        guard FileManager.default.fileExists(atPath: target.path) else {
          Issue.record("no file: \(link)")
          continue
        }
        guard parts.count > 1 else { continue }
        #expect(try Self.anchors(of: target).contains(String(parts[1])), "no heading: \(link)")
      }
    }
    #expect(count > 50)
  }
}
