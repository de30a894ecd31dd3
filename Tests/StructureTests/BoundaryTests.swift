import Foundation
import TestSupport
import Testing

/// Keepsake and the examples use only the kit's public API.
@Suite struct BoundaryTests {
  /// The folders of targets outside the kit.
  private static let folders = [
    "Sources/Keepsake", "Sources/Examples", "Tests/Keepsake", "Tests/Examples",
    "Tests/EndToEndTests",
  ]

  private static let manifest = Result {
    try String(contentsOf: Checkout.root.appending(path: "Package.swift"), encoding: .utf8)
  }

  /// Calls the body for each Swift source below the folders.
  private func forEachSource(_ body: (_ name: String, _ source: String) throws -> Void) throws {
    var count = 0
    for folder in Self.folders {
      let root = Checkout.root.appending(path: folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where name.hasSuffix(".swift") {
        count += 1
        try body(
          "\(folder)/\(name)", String(contentsOf: root.appending(path: name), encoding: .utf8))
      }
    }
    #expect(count > 500, "the sources are in these folders")
  }

  @Test func noPackageDeclarationsOutsideTheKit() throws {
    let declaration =
      /^\s*(@\w+(\([^)]*\))?\s+)*((final|static|nonisolated|mutating)\s+)*package\s+(final|static|init|func|var|let|struct|enum|class|protocol|extension)/
      .anchorsMatchLineEndings()
    try forEachSource { name, source in #expect(!source.contains(declaration), "\(name)") }
  }

  /// A test of an app that uses the kit's internals would test something no app can do.
  @Test func appTestsImportNoKitInternals() throws {
    let kit = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: "Sources/Reprise").path)
    #expect(kit.contains("Preservation"))
    try forEachSource { name, source in
      for module in source.matches(of: /@testable import (\w+)/).map({ String($0.output.1) }) {
        #expect(!kit.contains(module), "\(name) imports \(module)")
      }
    }
  }

  /// Every Swift target in these folders is declared without access to the package.
  @Test func targetsOutsideTheKitHaveNoPackageAccess() throws {
    let manifest = try Self.manifest.get()
    let groups = ["keepsake", "examples", "keepsakeTests", "exampleTests", "endToEndTests"]
    for group in groups {
      let start = try #require(manifest.range(of: "let \(group): [Target] =")?.upperBound)
      let end = manifest.range(of: "\nlet ", range: start..<manifest.endIndex)?.lowerBound
      let text = manifest[start..<(end ?? manifest.endIndex)]
      let inC = text.matches(of: /name: "(CKeepsake|PostgresCompanion)"/).count
      let targets = text.matches(of: /\.(target|executableTarget|testTarget)\(/).count - inC
      #expect(targets > 0 && text.matches(of: /packageAccess: false/).count == targets, "\(group)")
    }
  }
}
