import Foundation
import Inventory
import TestSupport
import Testing

@testable import Sync

/// `Limits.md` states the limits that the program enforces.
@Suite struct LimitsPageTests {
  private static let stated: [(what: String, limit: String)] = [
    ("nested items", "\(Bounds.levels) levels"),
    ("nested places", "\(Bounds.levels) levels"),
    ("values of one field that members wrote at the same time", "\(OperationBounds.valuesPerCell)"),
    ("values of all fields of one row of a household", grouped(OperationBounds.valuesPerRow)),
    ("rows in one change of a household", grouped(OperationBounds.rowsPerOperation)),
    ("one change of a household, sealed", "\(OperationBounds.operationBytes >> 20) MiB"),
    (
      "name of a tag, custom field, place, category or member",
      "\(grouped(Bounds.nameBytes)) bytes"
    ),
    (
      "name, notes or other text of an item, custom field, notes of a place",
      "\(Bounds.textBytes >> 20) MiB"
    ),
    ("text in the settings", "\(grouped(Bounds.settingBytes)) bytes"),
    ("tags and custom fields of one item", grouped(Bounds.namesPerItem)),
    ("all texts of one item, of a private one once sealed", "\(Bounds.itemBytes >> 20) MiB"),
    ("import reference", "\(Bounds.referenceCharacters) characters"),
    ("what an archive of another program unpacks to", "\(Bounds.archiveRatio) times its size"),
  ]

  private static func grouped(_ number: Int) -> String {
    number < 1000
      ? "\(number)" : "\(number / 1000)," + String(format: "%03d", number % 1000)
  }

  @Test func thePageListsEveryLimit() throws {
    let page = try String(
      contentsOf: Checkout.catalogue.appending(path: "Limits.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.map(String.init) == Self.stated.map { "| \($0.what) | \($0.limit) |" })
  }
}
