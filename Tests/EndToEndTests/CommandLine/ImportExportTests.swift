import Foundation
import RepriseTesting
import Testing

/// Importing and exporting files.
@Suite(.waitsForProcesses) struct ImportExportTests {
  private static let header =
    "HB.import_ref,HB.name,HB.quantity,HB.purchase_price,HB.purchase_date\n"

  /// An unreadable file and the exit status for its error.
  struct BadFile: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var status: Int32 = 65

    var testDescription: String { name }
  }

  static let badFiles = [
    BadFile(name: "an invalid number", bytes: Array((header + "a,A,two,,\n").utf8)),
    BadFile(name: "an invalid price", bytes: Array((header + "a,A,1,cheap,\n").utf8)),
    BadFile(name: "a day that does not exist", bytes: Array((header + "a,A,1,,2023-02-30\n").utf8)),
    BadFile(name: "a row that is too long", bytes: Array((header + "a,A,1,,,,,x\n").utf8)),
    BadFile(name: "invalid UTF-8", bytes: Array((header + "a,").utf8) + [0xFF, 0xC0, 0x0A]),
    BadFile(name: "an open quote", bytes: Array((header + "a,\"A,1,,\nb,B,1,,\n").utf8)),
    BadFile(
      name: "a huge line",
      bytes: Array((header + "a," + String(repeating: "x", count: 20_000_000) + "\n").utf8)),
    BadFile(name: "an unknown header", bytes: Array("one,two\n1,2\n".utf8)),
    BadFile(name: "an empty file", bytes: []),
  ]

  @Test(arguments: badFiles)
  func importOfABadFileChangesNothing(_ file: BadFile) throws {
    let home = try Home()
    let before = try home.export()
    let path = try home.write(file.bytes, to: "bad.csv")
    let result = try home.run(["import", path])
    #expect(result.status == file.status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("bad.csv"))
    #expect(result.messages.allSatisfy { $0.utf8.count < 500 })
    #expect(try home.export() == before)
  }

  @Test(arguments: ["no-such-file.csv", ".", "/dev/null/x"])
  func importNamesAMissingFile(_ name: String) throws {
    let home = try Home()
    let before = try home.export()
    let path = name.hasPrefix("/") ? name : "\(home.path)/\(name)"
    let result = try home.run(["import", path])
    #expect(result.status == 66)
    #expect(result.messages.count == 1)
    #expect(result.errors.contains(path))
    #expect(try home.export() == before)
  }

  @Test func importIgnoresAByteOrderMark() throws {
    let home = try Home(isEmpty: true)
    let text = "\u{FEFF}" + Self.header + "a,Чайник 茶壶,2,24.50,2016-11-05\n"
    let result = try home.run(["import", "-"], input: Data(text.utf8))
    #expect(result.status == 0)
    #expect(try home.run(["list"]).text == "Чайник 茶壶\t\t2\t49.00\t000-001\n")
  }

  @Test func exportedItemsImportUnchanged() throws {
    let sample = try Home()
    let exported = try sample.run(["export"])
    #expect(exported.status == 0 && !exported.output.isEmpty)
    let empty = try Home(isEmpty: true)
    #expect(try empty.run(["import", "-"], input: exported.output).status == 0)
    #expect(try empty.run(["export"]).output == exported.output)
    let file = "\(empty.path)/all.csv"
    #expect(try empty.run(["export", "-o", file]).status == 0)
    #expect(try empty.bytes(of: file) == exported.output)
  }

  @Test func aCollectionBringsThePhotosOfPlacesBack() throws {
    let (home, other) = (try Home(isEmpty: true), try Home(isEmpty: true))
    let photo = try home.write([0xFF, 0xD8, 0xFF, 0xE0, 1], to: "attic.jpg")
    #expect(try home.run(["place", "add", "Attic"]).status == 0)
    #expect(try home.run(["place", "photo", "Attic", photo]).status == 0)
    let file = home.path + "/all.zip"
    #expect(try home.run(["export", "-o", file]).status == 0)
    let counts = "Imported 0 items: 0 new, 0 changed, 0 the same, "
    let imported = try other.run(["import", file])
    #expect(imported.errors == counts + "1 new place\nAdded 1 photo of a place\n")
    let path = try other.run(["place", "photo", "Attic"]).text.trimmingCharacters(in: .newlines)
    #expect(try other.bytes(of: path) == home.bytes(of: photo))
    #expect(try other.run(["import", file]).errors == counts + "0 new places\n")
    let another = try home.write([0xFF, 0xD8, 0xFF, 0xE0, 2], to: "another.jpg")
    #expect(try other.run(["place", "photo", "Attic", another]).status == 0)
    let kept = try other.run(["import", file])
    #expect(kept.status == 0 && kept.messages.count == 2)
    #expect(kept.errors.contains("“Attic”: this place already has a photo and keeps it"))
  }

  @Test func aDryRunChangesNothing() throws {
    let home = try Home()
    let before = try home.export()
    let text = Self.header + "a,Teapot,1,,\n"
    let result = try home.run(["import", "--dry-run", "-"], input: Data(text.utf8))
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("Would import 1 item"))
    #expect(try home.export() == before)
  }

  @Test func undoOfAnImportShowsItsItemCount() throws {
    let home = try Home(isEmpty: true)
    var text = "HB.import_ref,HB.name,HB.location\n"
    for number in 0..<1000 { text += "r\(number),A,Home\n" }
    let result = try home.run(["import", "-"], input: Data(text.utf8))
    #expect(
      result.errors == "Imported 1,000 items: 1,000 new, 0 changed, 0 the same, 1 new place\n")
    let window = try home.open()
    try window.press(script: "u")
    #expect(window.picture.text.contains("Undone: imported 1,000 items"))
  }
}
