import Foundation
import TestSupport
import Testing

/// The folders of a target don't depend on each other in circles.
@Suite struct CircleTests {
  /// The targets, which are the folders below each product.
  private static let wings: [String] = ["Reprise", "Keepsake"].flatMap { product in
    let folder = Checkout.root.appending(path: "Sources/\(product)").path
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return targets.sorted().map { "Sources/\(product)/\($0)" }
  }

  @Test(arguments: wings) func targetFoldersHaveNoCircularDependencies(wing: String) throws {
    let arrows = try Wing(directory: Checkout.root.appending(path: wing))
    for circle in arrows.circles {
      let folders = circle.sorted().joined(separator: ", ")
      Issue.record("circular dependency in \(wing): \(folders)\n\(arrows.words(for: circle))")
    }
  }

  @Test func circularDependencyIsFoundAndNamed() {
    let wing = Wing([
      SourceFile(path: "A/One.swift", source: "struct One { var two: Two }"),
      SourceFile(path: "B/Two.swift", source: "enum Two { case three(Three) }"),
      SourceFile(path: "C/Three.swift", source: "class Three { let text = \"\\(One.self)\" }"),
      SourceFile(path: "D/Four.swift", source: "func four(_ one: One) {}"),
    ])
    #expect(wing.circles == [["A", "B", "C"]])
    let words = wing.words(for: ["A", "B", "C"])
    #expect(words.contains("C → A:\n    C/Three.swift names One"))
    #expect(!words.contains("D/Four.swift"))
  }

  @Test func commentsStringsAndLocalNamesAreNoDependencies() {
    let wing = Wing([
      SourceFile(path: "A/One.swift", source: "struct One {}\nprivate struct Hidden {}"),
      SourceFile(
        path: "B/Two.swift",
        source: """
          /// One is named here only.
          struct Two<One> { /* One */ var one: One; let text = "One"; let raw = #"\\(One)"# }
          """),
      SourceFile(path: "B/Three.swift", source: "func three() { _ = Other.One; Hidden() }"),
      SourceFile(path: "C/Four.swift", source: "struct Four { struct One {}\n var one: One }"),
      SourceFile(path: "D/Five.swift", source: "let text = \"\"\"\n  One \\\" One\n  \"\"\""),
    ])
    #expect(wing.arrows.isEmpty, "\(wing.arrows)")
  }

  @Test func circularDependencyOfCSourcesIsFound() {
    let wing = Wing([
      SourceFile(
        path: "one.c",
        c: """
          #include "two.h"
          static int hidden(void) { return 1; }
          int one(int count) {
            return count ? two('"') : hidden();
          }
          """),
      SourceFile(path: "two.c", c: "/* one */\nint two(int sign) { return limit + one(sign); }"),
      SourceFile(path: "three.c", c: "const int limit = 3;\nint three(void) { return one(0); }"),
      SourceFile(path: "four.c", c: "static int four(void) { return hidden(\"one()\"); }"),
    ])
    #expect(wing.circles == [["one", "three", "two"]])
    #expect(wing.arrows["four"] == nil)
  }
}
