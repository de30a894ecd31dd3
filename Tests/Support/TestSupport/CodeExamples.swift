import Foundation

/// The Swift code that documentation shows, and the compiled sources that contain it.
///
/// Code is compared line by line, without indentation and blank lines, since an example is often part of a larger
/// declaration, and without `@main`, since a test bundle has a main program of its own.
public struct CodeExamples {
  private let sources: [String]

  /// Reads all Swift files below some folders of the package.
  ///
  /// - Parameter folders: Their paths from the package's folder.
  public init(compiledIn folders: [String]) throws {
    sources = try folders.flatMap { folder in
      let root = Checkout.root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
        .map { "\n\(Self.unindented($0))\n" }
    }
  }

  /// Whether one of the files contains all lines of an example, one after the other.
  public func contain(_ example: String) -> Bool {
    let lines = "\n\(Self.unindented(example))\n"
    return sources.contains { $0.contains(lines) }
  }

  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let code = line.trimmingCharacters(in: .whitespaces)
      return code.hasPrefix("@main ") ? String(code.dropFirst(6)) : code
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The blocks of Swift in an article.
  public static func blocks(inArticle text: String) -> [String] {
    blocks(in: text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 })
  }

  /// The blocks of Swift in the documentation comments of a source.
  public static func blocks(inCommentsOf source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    return lines.split { !$0.hasPrefix("///") }.flatMap { comment in
      blocks(in: comment.map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) })
    }
  }

  private static func blocks(in lines: [Substring]) -> [String] {
    var blocks: [String] = []
    var open: (isSwift: Bool, lines: [Substring])?
    for line in lines {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        if let block = open {
          if block.isSwift { blocks.append(block.lines.joined(separator: "\n")) }
          open = nil
        } else {
          open = (line.hasSuffix("```swift"), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }
}
