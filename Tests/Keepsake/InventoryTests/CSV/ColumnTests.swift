import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Duplicate, unknown and blank columns.
@Suite(.leavesMainActorAlone) struct ColumnTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func item(_ name: String) throws -> Item {
    let uuid = try store.database.file.read { db in
      try UUID.fetchOne(db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [name])
    }
    return try #require(try uuid.flatMap { try store.items.fetch($0) })
  }

  private func fields(_ name: String) throws -> [String] {
    try item(name).fields.map { "\($0.name)=\($0.value)" }
  }

  /// Homebox writes a column for each spelling of a field.
  @Test(arguments: ["Colour,HB.field.colour", "colour ,hb.FIELD.COLOUR", "Colour,HB.field.Colour"])
  func aBlankInOneSpellingKeepsTheValueOfTheOther(columns: String) throws {
    let text = "HB.import_ref,HB.name,HB.field.\(columns)\na,Chair,red,\nb,Stool,,blue\nc,Bench,,\n"
    for _ in 0..<2 {
      let report = try home.importText(text, into: store)
      #expect(report.warnings == [] && report.leftOut == [])
      #expect(try item("Chair").fields.map(\.value) == ["red"])
      #expect(try item("Stool").fields.map(\.value) == ["blue"])
      #expect(try item("Bench").fields == [])
    }
  }

  @Test func twoFilledSpellingsAreBothKept() throws {
    let text = """
      HB.import_ref,HB.name,HB.field.Colour,HB.field.colour,HB.field.COLOUR
      a,Chair,red,blue,red
      b,Stool,green,,brown

      """
    let report = try home.importText(text, into: store)
    #expect(try fields("Chair") == ["Colour=red", "colour 2=blue"])
    #expect(try fields("Stool") == ["COLOUR 3=brown", "Colour=green"])
    #expect(
      report.warnings.map(\.description) == [
        "row 2, HB.field.colour: “blue” is not “red” of “HB.field.Colour”; both are kept, this one as the field "
          + "“colour 2”",
        "row 3, HB.field.COLOUR: “brown” is not “green” of “HB.field.Colour”; both are kept, this one as the field "
          + "“COLOUR 3”",
      ])
    #expect(try home.importText(text, into: store).unchanged == 2, "the names stay the same")
  }

  /// Homebox renamed the column; the filled one of both names counts.
  @Test(arguments: ["HB.purchase_date,HB.purchase_time", "HB.purchase_time,hb.Purchase_Date"])
  func theFilledOneOfTwoColumnsIsImported(columns: String) throws {
    let report = try home.importText(
      "HB.name,\(columns)\nA,2024-05-01,\nB,,2024-05-02\nC,2024-05-03,05/03/2024\n", into: store)
    #expect(report.warnings == [])
    #expect(
      try ["A", "B", "C"].map { try item($0).purchaseDate?.text } == [
        "2024-05-01", "2024-05-02", "2024-05-03",
      ])
  }

  @Test func twoDatesOfAFieldAreBothKept() throws {
    let report = try home.importText(
      "HB.name,HB.purchase_time,HB.purchase_date,HB.field.Purchase_date\nA,2024-05-01,2024-06-01,x\n",
      into: store)
    #expect(report.warningCount == 1)
    #expect(try item("A").purchaseDate?.text == "2024-05-01")
    #expect(try fields("A") == ["Purchase_date=x", "purchase_date 2=2024-06-01"])
  }

  /// Parents, places and categories are references; compared as plain values, all of them would be equal.
  @Test(arguments: [
    ("HB.parent_import_ref", "HB.PARENT_IMPORT_REF", "PARENT_IMPORT_REF"),
    ("HB.location", "HB.LOCATION", "LOCATION"),
    ("HB.field.Category", "HB.field.CATEGORY", "CATEGORY 2"),
    ("HB.field.Link", "HB.field.LINK", "LINK 2"),
  ])
  func twoReferencesOfAFieldAreBothKept(one: String, other: String, kept: String) throws {
    let report = try home.importText(
      "HB.import_ref,HB.name,\(one),\(other)\nx,X,,\ny,Y,,\na,A,x, y\nb,B,y,y\n", into: store)
    #expect(report.warnings.map(\.row) == [4])
    #expect(try fields("A").map { $0.replacing("= ", with: "=") } == ["\(kept)=y"])
    #expect(try fields("B") == [])
    if one.hasSuffix("ref") { #expect(try item("A").parent == item("X").uuid) }
  }

  /// A cell that marks its value as unknown yields to another column.
  @Test(arguments: [
    ("HB.purchase_date,HB.purchase_time", "0001-01-01T00:00:00Z", "2024-05-01", "purchaseDate"),
    ("HB.purchase_price,HB.PURCHASE_PRICE", "0", "12.99", "purchasePrice"),
    ("HB.asset_id,HB.Asset_ID", "0", "000-077", "assetNumber"),
    ("HB.location,HB.Location", " / ", "Home", "place"), ("HB.tags,HB.labels", ";", "red", "tags"),
    ("HB.purchase_price,HB.Purchase_price", "—", "12.99", "purchasePrice"),
  ])
  func anUnknownValueYieldsToAKnownOne(
    columns: String, unknown: String, known: String, name: String
  ) throws {
    let field = try #require(ItemField(rawValue: name))
    let header = "HB.import_ref,HB.name,\(columns)\n"
    for cells in ["\(unknown),\(known)", "\(known),\(unknown)"] {
      let store = try home.store(UUID().uuidString)
      let options = ImportOptions(zeroIsUnknown: true)
      let value = {
        let row = try #require(try ItemList(store: store).row(at: 0))
        let item = try #require(try store.items.fetch(row.uuid))
        #expect(item.fields == [])
        return field.definition.value(of: item)
      }
      var report = try home.importText(header + "a,A,\(cells)\n", into: store, options: options)
      #expect(report.warnings == [])
      let first = try value()
      #expect(first != .null && first != field.definition.kind.blank)
      report = try home.importText(header + "a,A,\(cells)\n", into: store, options: options)
      #expect(report.unchanged == 1 && report.blankedCount == 0)
      // Both columns mark the value as unknown.
      let blank = header + "a,A,\(unknown),\(unknown)\n"
      var keeping = options
      keeping.keepsBlanks = true
      #expect(try home.importText(blank, into: store, options: keeping).unchanged == 1)
      report = try home.importText(blank, into: store, options: options)
      #expect(report.blankedCount == (field == .assetNumber ? 0 : 1))
      #expect(try value() == (field == .assetNumber ? first : field.definition.kind.blank))
    }
  }

  @Test(arguments: [" ", "\t", "\u{A0}"])
  func aCellOfSpacesCountsAsBlank(blank: String) throws {
    let header = "HB.import_ref,HB.name,HB.notes,HB.field.Colour,HB.field.colour\n"
    let full = header + "a,A,n,red,\nb,B,n,\(blank),blue\n"
    #expect(try home.importText(full, into: store).warnings == [])
    #expect(try fields("A") == ["Colour=red"] && fields("B") == ["colour=blue"])
    let blanks = header + "a,A,\(blank),\(blank),\(blank)\nb,B,\(blank),,\(blank)\n"
    #expect(
      try home.importText(blanks, into: store, options: .init(keepsBlanks: true)).unchanged == 2)
    #expect(try fields("A") == ["Colour=red"] && item("B").notes == "n")
    #expect(try home.importText(blanks, into: store).blankedCount == 4)
    #expect(try fields("A") == [] && item("A").notes.isEmpty && fields("B") == [])
  }

  /// Keepsake exports text as it is, so spaces in its own files are text.
  @Test func spacesInAnExportAreText() throws {
    try store.add("A") {
      $0.notes = " "
      $0.fields = [CustomField(name: "Colour", value: "\t")]
    }
    let other = try home.store("other")
    try home.importText(try home.export(store), into: other)
    #expect(try home.export(other) == home.export(store))
    let path = home.path + "/own.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    _ = try CollectionExporter(store: store).export(to: file, path: path)
    close(file)
    let third = try home.store("third")
    _ = try CollectionImporter(store: third).importFile(at: path, session: "a")
    #expect(try home.export(third) == home.export(store))
  }

  @Test(arguments: ["HB.field. Link", "hb.FIELD.\u{A0}link ", "HB. notes", "HB.field. Category"])
  func spacesAfterThePrefixAreIgnored(column: String) throws {
    let report = try home.importText("HB.name,\(column)\nA,x\n", into: store)
    #expect(report.created == 1 && report.leftOut == [])
    let item = try item("A")
    #expect(item.fields == [])
    #expect(item.link == "x" || item.notes == "x" || item.category != nil)
  }

  @Test func twoColumnsOfAKeepsakeFieldAreBothKept() throws {
    _ = try home.importText(
      "HB.name,HB.field.Condition,HB.field.condition\nA,good,worn\n", into: store)
    #expect(try item("A").condition == "good")
    #expect(try fields("A") == ["condition 2=worn"])
  }

  @Test(arguments: ["HB.tags,HB.labels", "HB.label,HB.tags", "HB.labels,HB.LABELS"])
  func theTagsOfTwoColumnsAreAllKept(columns: String) throws {
    let report = try home.importText("HB.name,\(columns)\nA,a; b,B;c\nB,x;y,y; x\n", into: store)
    #expect(try item("A").tags == ["a", "b", "c"] && item("B").tags == ["x", "y"])
    #expect(report.warnings.map(\.row) == [2])
  }

  @Test func placesOfTwoColumnsAreComparedAsPlaces() throws {
    let report = try home.importText(
      "HB.name,HB.location,HB.LOCATION\nA,Home/Attic,home / attic\nB,Home,Shed\n", into: store)
    #expect(report.createdPlaces == 2 && report.warnings.map(\.row) == [3])
    #expect(try fields("B") == ["LOCATION=Shed"])
  }

  @Test(arguments: ["HB.name,HB.name", "hb.Name,HB.name", "HB.name,HB.quantity,HB.NAME "])
  func aSecondColumnOfNamesIsRefused(header: String) throws {
    let report = try home.importText("\(header)\nA,2,B\n", into: store)
    let count = header.split(separator: ",").count
    let first = header.prefix { $0 != "," }
    #expect(report.exitCode == 65)
    #expect(
      report.problems.map(\.description) == [
        "row 1: the columns 1 and \(count) are both called “\(first)”; delete or rename one of them"
      ])
    #expect(store.database.counts.live == 0)
  }

  @Test func unknownColumnsAreCountedAndNamed() throws {
    let report = try home.importText(
      """
      HB.name,HB.purchase_prize,Notes,HB.manufacturer_name,HB.url,Loan,,Serial,Empty,HB.field.
      Chair,99.00,keep this,ACME,https://hb/item/1,,x,12,,
      Table,,,,https://hb/item/2,,,,,y
      Shelf,1,,,,,,,,

      """, into: store)
    #expect(
      report.leftOut == [
        "2 values of “HB.purchase_prize”; rename the column to “HB.purchase_price” to import it",
        "1 value of “Notes”; rename the column to “HB.notes” to import it",
        "1 value of “HB.manufacturer_name”; rename the column to “HB.manufacturer” to import it",
        "2 values of “HB.url”, addresses on the Homebox server",
        "1 value of a column without a name",
        "1 value of “Serial”; rename the column to “HB.serial_number” to import it",
        "1 value of a column without a name",
      ])
  }

  @Test func renamingToAnExistingColumnIsNotSuggested() throws {
    let report = try home.importText(
      "HB.name,HB.notes,Notes,HB.purchase_price,HB.purchase_prize\nA,x,y,1,2\n", into: store)
    #expect(
      report.leftOut == [
        "1 value of “Notes”; rename the column to “HB.field.Notes” to import it",
        "1 value of “HB.purchase_prize”; rename the column to “HB.field.purchase_prize” to import it",
      ])
  }

  @Test func manyUnknownColumnsAreSummarized() throws {
    let names = (0..<30).map { "column \($0 * 1000)" }
    let report = try home.importText(
      "HB.name,\(names.joined(separator: ","))\nA\(String(repeating: ",1", count: 30))\n",
      into: store)
    #expect(report.leftOut.count == 21 && report.leftOut.last == "10 columns more like these")
  }

  @Test func aFileWithoutANameColumnIsRefusedWithAHint() throws {
    let report = try home.importText("Name,HB.location\nA,Home\n", into: store)
    #expect(
      report.problems.map(\.reason) == [
        "the first line has no column “HB.name”; rename “Name” to that if it has the names"
      ])
  }

  private static let full = """
    HB.import_ref,HB.name,HB.location,HB.tags,HB.quantity,HB.notes,HB.purchase_price,HB.insured,HB.archived,\
    HB.purchase_date,HB.field.Category,HB.field.Colour
    a,A,Home,x,3,n,5,true,true,2024-05-01,Toys,red

    """
  private static let blank = full.replacing(
    "Home,x,3,n,5,true,true,2024-05-01,Toys,red", with: ",,,,,,,,, ".dropLast(1))

  @Test func aBlankInTheOnlyColumnRemovesTheValueAndIsCounted() throws {
    try home.importText(Self.full, into: store)
    let report = try home.importText(Self.blank, into: store)
    #expect(report.changed == 1 && report.blankedCount == 10)
    let item = try item("A")
    #expect(item.place == nil && item.tags == [] && item.quantity == 1 && item.notes.isEmpty)
    #expect(item.purchasePrice == nil && !item.isInsured && item.archivedAt == nil)
    #expect(item.purchaseDate == nil && item.category == nil && item.fields == [])
    #expect(try home.importText(Self.blank, into: store).blankedCount == 0)
  }

  @Test func keepingBlanksLeavesTheValues() throws {
    try home.importText(Self.full, into: store)
    let before = try home.export(store)
    let report = try home.importText(Self.blank, into: store, options: .init(keepsBlanks: true))
    #expect(report.unchanged == 1 && report.blankedCount == 0)
    #expect(try home.export(store) == before)
  }

  @Test func anItemThatIsItsOwnParentIsReported() throws {
    let text = "HB.import_ref,HB.parent_import_ref,HB.name\nd,d,Drum\ne,d,Stick\n"
    let report = try home.importText(text, into: store)
    #expect(
      report.warnings.map(\.description) == [
        "row 2, HB.parent_import_ref: an item can't be its own parent; the item has no parent"
      ])
    let again = try home.importText(text.replacing("e,d,", with: "e,e,"), into: store)
    #expect(again.warnings.last?.reason.hasSuffix("; the item keeps its parent") == true)
    #expect(try item("Stick").parent == item("Drum").uuid)
  }
}
