import Foundation
import TestSupport
import Testing

/// Connection options are set only where connections are opened.
@Suite struct PragmaTests {
  /// The folders that open databases, with their subfolders.
  private static let allowed = ["Files/", "Database/", "Backup/"]

  @Test func onlyTheDatabaseSetsPragmas() throws {
    let root = Checkout.root.appending(path: "Sources/Keepsake/Inventory")
    let setting = /PRAGMA \w+\s*=/
    var settings = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where name.hasSuffix(".swift") {
      let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      guard source.contains(setting) else { continue }
      settings += 1
      #expect(Self.allowed.contains(where: name.hasPrefix), "\(name)")
    }
    #expect(settings > 0, "the sources are in this folder")
  }
}
