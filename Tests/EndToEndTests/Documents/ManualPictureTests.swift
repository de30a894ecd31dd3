import Foundation
import RepriseTesting
import TestSupport
import Testing

/// The manual's pictures are what the program draws; `UPDATE_PICTURES=1` draws them again.
@Suite struct ManualPictureTests {
  /// A picture and the keys that lead to it in the sample home.
  struct Shown: CustomTestStringConvertible, Sendable {
    let name: String
    let keys: String

    var testDescription: String { name }
    var file: GeneratedFile {
      GeneratedFile(Checkout.root.appending(path: "docs/pictures/\(name).svg"))
    }
  }

  @Test(arguments: [
    Shown(name: "items", keys: ""),
    Shown(name: "item", keys: "jjj<Enter>"),
    Shown(name: "form", keys: "nKettle<Tab>kitch<Enter><Tab><Tab>24.90"),
    Shown(name: "filter", keys: "/kitch<Enter>"),
    Shown(name: "places", keys: "2<Enter>"),
    Shown(name: "reports", keys: "3"),
    Shown(name: "keys", keys: "?"),
  ])
  func itIsWhatTheProgramDraws(_ shown: Shown) throws {
    let home = try Home(isEmpty: true)
    let file = home.path + "/picture.svg"
    let result = try home.run(
      ["screenshot", "--demo", "--size", "100x26", "--keys", shown.keys, file])
    #expect(result.status == 0, "\(result.errors)")
    let drawn = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try shown.file.difference(from: drawn) == nil)
  }

  @Test func theManualShowsEveryPicture() throws {
    let docs = Checkout.root.appending(path: "docs")
    let files = try FileManager.default.contentsOfDirectory(
      at: docs, includingPropertiesForKeys: nil)
    let pages = try (files + [Checkout.root.appending(path: "README.md")])
      .filter { $0.pathExtension == "md" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let pictures = try FileManager.default.contentsOfDirectory(atPath: docs.path + "/pictures")
    for picture in pictures {
      #expect(pages.contains { $0.contains("pictures/\(picture))") }, "no page shows \(picture)")
    }
  }
}
