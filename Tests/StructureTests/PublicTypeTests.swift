import Foundation
import TestSupport
import Testing

/// Every public type of the kit has an example that is compiled, and so is every example in its documentation comments.
///
/// Nested types count as part of the type that contains them.
@Suite struct PublicTypeTests {
  private static let kinds: Set = ["class", "struct", "enum", "protocol", "actor"]

  private static let kit = "Sources/Reprise"

  /// The examples of types that no article shows.
  private static let folderOfTypes = "Tests/Examples/ExampleTests/TypeExamples"

  /// The folders of compiled code that documentation shows.
  private static let folders = [
    folderOfTypes, "Tests/Reprise/RepriseTests/Articles", "Sources/Examples",
  ]

  /// The Swift files below a folder, by their paths from the package's folder.
  private static func sources(in folder: String) throws -> [String: String] {
    let root = Checkout.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try names.filter { $0.hasSuffix(".swift") }.reduce(into: [:]) { sources, name in
      sources["\(folder)/\(name)"] = try String(
        contentsOf: root.appending(path: name), encoding: .utf8)
    }
  }

  @Test func everyPublicTypeHasACompiledExample() throws {
    var shown: Set<String> = []
    for folder in Self.folders {
      for source in try Self.sources(in: folder).values {
        shown.formUnion(Self.words(SourceTokens(source).tokens))
      }
    }
    var count = 0
    for (path, source) in try Self.sources(in: Self.kit) {
      let names = Self.publicTypes(SourceTokens(source).tokens)
      count += names.count
      for name in names.sorted() where !shown.contains(name) {
        Issue.record(
          """
          \(name) is public and has no example: add one to \(Self.folderOfTypes), or make the type \
          internal if apps have no use for it (\(path))
          """)
      }
    }
    #expect(count > 200, "the sources are in this folder")
  }

  @Test func everyExampleInADocumentationCommentIsCompiled() throws {
    let compiled = try CodeExamples(compiledIn: Self.folders)
    var count = 0
    for (path, source) in try Self.sources(in: Self.kit) {
      for block in CodeExamples.blocks(inCommentsOf: source) {
        count += 1
        if !compiled.contain(block) {
          Issue.record(
            "\(path): no file in \(Self.folderOfTypes) has all of these lines:\n\(block)")
        }
      }
    }
    #expect(count > 80, "the sources are in this folder")
  }

  @Test func publicTypesAndExamplesAreFound() {
    let source = """
      @MainActor public final class First { public struct Inner {} }
      nonisolated public enum Second {}
      struct Third { var text = "public struct Text {}" }
      /// An example:
      ///
      /// ```swift
      /// if true {
      ///   let first = First()
      /// }
      /// ```
      ///
      /// Third is not in the example.
      ///
      /// ```text
      /// nor is this
      /// ```
      package protocol Fourth {}
      @_exported import struct Other.Fifth
      """
    let tokens = SourceTokens(source).tokens
    #expect(Self.publicTypes(tokens) == ["First", "Second"])
    #expect(!Self.words(tokens).contains("Fifth"))
    let blocks = CodeExamples.blocks(inCommentsOf: source)
    #expect(blocks == ["if true {\n  let first = First()\n}"])
  }

  /// The public types at the top of a file.
  private static func publicTypes(_ tokens: [SourceTokens.Token]) -> Set<String> {
    let modifiers: Set = ["public", "open", "final", "indirect", "nonisolated"]
    var found: Set<String> = []
    var depth = 0
    var words: [String] = []
    for token in tokens {
      if case .word(let word, _) = token {
        // The words before this one are the kind and its modifiers.
        if depth == 0, let kind = words.last, kinds.contains(kind) {
          let before = words.dropLast().reversed().prefix { modifiers.contains($0) }
          if before.contains("public") || before.contains("open") { found.insert(word) }
        }
        words.append(word)
      } else {
        words = []
      }
      if token == .open { depth += 1 }
      if token == .close { depth -= 1 }
    }
    return found
  }

  /// The words of code outside imports, since importing a type does not use it.
  private static func words(_ tokens: [SourceTokens.Token]) -> Set<String> {
    enum Position { case code, afterImport, afterModule, afterDot }
    var position = Position.code
    var found: Set<String> = []
    for token in tokens {
      switch (position, token) {
      case (.afterImport, .word(let word, _)):
        // `import struct Module.Name`
        if !kinds.contains(word) { position = .afterModule }
      case (.afterModule, .sign(UInt8(ascii: "."))): position = .afterDot
      case (.afterDot, .word): position = .afterModule
      case (_, .word("import", false)): position = .afterImport
      case (_, .word(let word, _)):
        position = .code
        found.insert(word)
      default: position = .code
      }
    }
    return found
  }
}
