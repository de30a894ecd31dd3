import Foundation
import TestSupport

/// Locates this package's sources for tests that read them.
struct PackageFolder {
  /// All tests of the package.
  var tests: TestFunctions { TestFunctions(folder: path("Tests")) }

  /// A list in the folder of the conformance tests.
  func list(_ name: String) throws -> String {
    try String(contentsOfFile: path("Tests/ConformanceTests/\(name)"), encoding: .utf8)
  }

  /// The folder of the tables of rules and items.
  static let tables = Checkout.root.appending(path: "docs/conformance")

  /// A page that `UPDATE_TABLE=1` rewrites.
  func page(_ name: String, in folder: URL = tables) -> GeneratedFile {
    GeneratedFile(folder.appending(path: name), updatedBy: "UPDATE_TABLE")
  }

  private func path(_ name: String) -> String { Checkout.root.appending(path: name).path }
}
