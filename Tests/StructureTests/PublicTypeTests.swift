import Foundation
import TestSupport
import Testing

/// Every public type of the kit is used outside its target, or shown in an article or example.
///
/// Nested types count as part of the type that contains them. A test of the kit itself counts only
/// for `RepriseTesting`.
@Suite struct PublicTypeTests {
  /// Types that apps use without writing their names, with the name that gives access to them.
  ///
  /// Swift infers most of them from a property, a parameter or a result. The others are the superclass or the default
  /// of the type on the right.
  private static let usedThrough = [
    "Accessory": "accessories",
    "ConnectionError": "keepConnection",
    "Glyph": "glyph",
    "GraphicsModel": "graphics",
    "LaunchOptions": "launchOptions",
    "ModalPresentationStyle": "modalPresentationStyle",
    "NoOptions": "CommandLineApp",
    "Paper": "svg",
    "PatientTrait": "waitsForProcesses",
    "PoisonedValue": "poisonedValues",
    "PowerState": "power",
    "RGB": "svg",
    "ReportedType": "TerminalEvent",
    "RestorableProperty": "Restorable",
    "SystemLimitFailure": "SystemLimits",
    "TabBarItem": "tabBarItem",
    "Termination": "termination",
    "TextAlignment": "alignment",
    "ViewBuilder": "VStack",
  ]

  private static let kinds: Set = ["class", "struct", "enum", "protocol", "actor"]

  private static let kit = "Sources/Reprise/"

  /// The folders of code that uses the kit.
  private static let folders = [
    "Sources", "Tools", "Tests/Keepsake", "Tests/Examples", "Tests/EndToEndTests",
  ]
  private static let folderOfKitTests = "Tests/Reprise"

  /// The text files with an extension below a folder, by their paths from the root.
  private static func texts(in folder: String, _ suffix: String) throws -> [String: String] {
    let root = Checkout.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try names.filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
      .reduce(into: [:]) { texts, name in
        texts["\(folder)/\(name)"] = try String(
          contentsOf: root.appending(path: name), encoding: .utf8)
      }
  }

  /// The target of the kit that a path belongs to; `nil` elsewhere.
  private static func target(of path: String) -> String? {
    guard path.hasPrefix(kit) else { return nil }
    return path.dropFirst(kit.count).split(separator: "/").first.map(String.init)
  }

  @Test func everyPublicTypeIsUsedOutsideItsTargetOrShown() throws {
    var types: [String: Set<String>] = [:]
    var users: [String: Set<String>] = [:]
    var shown: Set<String> = []
    for folder in Self.folders {
      for (path, source) in try Self.texts(in: folder, ".swift") {
        let target = Self.target(of: path)
        let tokens = SourceTokens(source).tokens
        if let target { types[target, default: []].formUnion(Self.publicTypes(tokens)) }
        users[target ?? folder, default: []].formUnion(Self.words(tokens))
        shown.formUnion(Self.examples(in: source))
      }
    }
    for (_, source) in try Self.texts(in: Self.folderOfKitTests, ".swift") {
      let tokens = SourceTokens(source).tokens
      users[Self.folderOfKitTests, default: []].formUnion(Self.words(tokens))
    }
    for text in try Self.texts(in: "Sources/Reprise/Reprise/Reprise.docc", ".md").values {
      shown.formUnion(Self.words(in: text))
    }
    #expect(types.values.reduce(0) { $0 + $1.count } > 150, "the sources are in these folders")

    for (target, names) in types {
      let others = users.filter { user, _ in
        user != target && (user != Self.folderOfKitTests || target == "RepriseTesting")
      }
      func isUsed(_ name: String) -> Bool {
        shown.contains(name) || others.contains { $0.value.contains(name) }
      }
      for name in names.sorted() where !isUsed(Self.usedThrough[name] ?? name) {
        Issue.record(
          """
          \(target).\(name) is public, but nothing outside \(target) uses it: make it internal, or \
          show it in an example or an article
          """)
      }
    }
    let known = types.values.reduce(into: Set()) { $0.formUnion($1) }
    for name in Self.usedThrough.keys { #expect(known.contains(name), "\(name) no longer exists") }
  }

  @Test func publicTypesAndExamplesAreFound() {
    let source = """
      @MainActor public final class First { public struct Inner {} }
      nonisolated public enum Second {}
      struct Third { var text = "public struct Text {}" }
      /// ```swift
      /// let first = First()
      /// ```
      /// Third is not in the example.
      package protocol Fourth {}
      @_exported import struct Other.Fifth
      """
    let tokens = SourceTokens(source).tokens
    #expect(Self.publicTypes(tokens) == ["First", "Second"])
    #expect(!Self.words(tokens).contains("Fifth"))
    #expect(Self.examples(in: source) == ["let", "first", "First"])
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

  private static func words(in text: String) -> Set<String> {
    let runs = text.utf8.split { byte in
      !(48...57).contains(byte) && !(65...90).contains(byte) && !(97...122).contains(byte)
        && byte != UInt8(ascii: "_")
    }
    return Set(runs.map { String(Substring($0)) })
  }

  /// The words of the code in documentation comments.
  private static func examples(in source: String) -> Set<String> {
    guard source.contains("/// ```") else { return [] }
    var isCode = false
    return source.split(separator: "\n").reduce(into: []) { found, line in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { return isCode = false }
      if text.hasPrefix("/// ```") { return isCode.toggle() }
      if isCode { found.formUnion(words(in: String(text))) }
    }
  }
}
