import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// A collection follows the rules of CSV imports; data that can't be imported is counted and named.
@Suite(.leavesMainActorAlone) struct CollectionRuleTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func read(
    _ made: MadeCollection, _ options: CSVImporter.Options = .init()
  ) throws -> CollectionImporter.Report {
    let path = home.path + "/collection.zip"
    try made.write(to: path)
    return try CollectionImporter(store: store, options: options)
      .importFile(at: path, session: InventoryHome.session)
  }

  private func item(_ name: String) throws -> Item {
    let uuid = try store.database.file.read { db in
      try UUID.fetchOne(db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [name])
    }
    return try #require(try uuid.flatMap { try store.items.fetch($0) })
  }

  /// A collection with these entities and tables.
  private func collection(_ entities: String..., tables: [String: String] = [:]) -> MadeCollection {
    var made = MadeCollection()
    made.tables = tables
    made.tables["entity_types"] =
      #"[{"id":"ti","name":"Item","is_location":0},{"id":"tl","name":"Location","is_location":1}]"#
    made.tables["entities"] = "[\(entities.joined(separator: ","))]"
    return made
  }

  private func thing(_ name: String, _ more: String = "") -> String {
    #"{"id":"\#(name)","name":"\#(name)","entity_type_entities":"ti"\#(more)}"#
  }

  private func place(_ id: String, _ name: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","name":"\#(name)","entity_type_entities":"tl"\#(more)}"#
  }

  @Test func anInvalidQuantityNamesItsItem() throws {
    let made = collection(
      thing("Q0", #","quantity":0"#), thing("Q1", #","quantity":-2"#),
      thing("Q2", #","quantity":0.5"#), thing("Q3", #","quantity":0.3333333333333333"#),
      thing("Q4", #","quantity":1e6,"purchase_price":12.345"#))
    let report = try read(made).items
    #expect(report.problems.map(\.description) == ["“Q1”, quantity: “-2” is below zero"])
    #expect(store.database.counts.live == 0)
    let skipping = try read(made, .init(skipsBad: true)).items
    #expect(skipping.skipped.map(\.description) == ["“Q1”, quantity: “-2” is below zero"])
    #expect(skipping.created == 4 && skipping.roundedCount == 2)
    #expect(
      skipping.firstRounded?.description == "“Q3”, quantity: “0.3333333333333333” to 0.3333")
    #expect(try item("Q0").quantity == 0 && item("Q2").quantity == 0.5)
    #expect(try item("Q4").quantity == 1_000_000 && item("Q4").purchasePrice == 1235)
  }

  @Test func filesOfSkippedItemsAreNotCopied() throws {
    var made = MadeCollection.household
    made.tables["entities"] = made.tables["entities"]?.replacing(
      #""quantity":2"#, with: #""quantity":-2"#)
    let report = try read(made, .init(skipsBad: true))
    #expect(report.items.created == 1 && report.files == 0 && report.missing == 0)
    #expect(report.items.skipped.map(\.item) == ["Pot"])
    #expect(try store.attachments.orphans() == [])
  }

  @Test(arguments: ["link", "link/url", "text/html"]) func anAttachedLinkIsKept(
    type: String
  ) throws {
    let row = { (id: String, owner: String, title: String, path: String) in
      #"{"id":"\#(id)","type":"manual","title":"\#(title)","path":"\#(path)","mime_type":"\#(type)","entity_attachments":"\#(owner)"}"#
    }
    let rows = [
      row("1", "Chair", "Manual online", "https://example.com/manual/42"),
      row("2", "Chair", "Shop", "https://example.com/shop"),
      row("3", "Desk", "Desk online", "https://example.com/desk"),
      row("4", "house", "Plan", "https://example.com/plan"),
    ]
    let made = collection(
      thing("Chair"), thing("Desk"), place("house", "House"),
      tables: [
        "attachments": "[\(rows.joined(separator: ","))]",
        "entity_fields":
          #"[{"id":"f","entity_fields":"Desk","name":"link","type":"text","text_value":"https://mine"}]"#,
      ])
    let report = try read(made)
    #expect(report.links == 3 && report.missing == 0 && report.files == 0)
    #expect(
      report.items.leftOut == [
        "1 file of a place (“https://example.com/plan”)", "1 title of a link (“Manual online”)",
      ])
    #expect(try item("Chair").link == "https://example.com/manual/42")
    #expect(
      try item("Chair").fields == [CustomField(name: "Shop", value: "https://example.com/shop")])
    #expect(try item("Desk").link == "https://mine")
    #expect(
      try item("Desk").fields
        == [CustomField(name: "Desk online", value: "https://example.com/desk")])
    #expect(try read(made).items.unchanged == 2)
  }

  @Test func fieldsOfPlacesThatAreLeftOutAreNamed() throws {
    let made = collection(
      place(
        "garage", "Garage",
        #","purchase_price":1200,"serial_number":"7","archived":true,"asset_id":4"#),
      place(
        "shed", "Shed",
        #","purchase_price":80.5,"purchase_date":"0001-01-01T00:00:00Z","sold_price":0"#),
      tables: [
        "tags": #"[{"id":"t","name":"old"},{"id":"u","name":"unused","color":"red"}]"#,
        "tag_entities": #"[{"tag_id":"t","entity_id":"shed"}]"#,
        "entity_fields": """
        [{"id":"f","entity_fields":"shed","name":"Key","type":"text","text_value":"7"},
         {"id":"g","entity_fields":"gone","name":"Lost","type":"text","text_value":"x"}]
        """, "loans": "[]",
      ])
    #expect(
      try read(made).items.leftOut == [
        "1 archived of a place (“Garage”)", "2 purchase_price of places (“Garage”, “Shed”)",
        "1 serial_number of a place (“Garage”)", "1 place's tags (“Shed”)",
        "1 place's custom fields (“Shed”)", "1 color of tags (“unused”)",
        "1 custom field of no item (“Lost”)", "1 unused tag (“unused”)",
        "1 unknown table (“loans.json”)",
      ])
  }

  @Test func aTagWithASemicolonStaysOneTag() throws {
    let made = collection(
      thing("Chair"),
      tables: [
        "tags": #"[{"id":"t","name":"red; old"},{"id":"u","name":"plain"}]"#,
        "tag_entities":
          #"[{"tag_id":"t","entity_id":"Chair"},{"tag_id":"u","entity_id":"Chair"}]"#,
      ])
    let report = try read(made).items
    #expect(try item("Chair").tags == ["plain", "red, old"])
    #expect(
      report.warnings.map(\.description) == [
        "“red; old”: a tag can't contain “;”; it was changed to “red, old”"
      ])
  }

  @Test func aSlashInAPlaceNameIsReplacedWithAWarning() throws {
    let made = collection(
      place("av", "A/V"), place("s", "Shelf", #","entity_children":"av""#),
      thing("Amp", #","entity_children":"s""#))
    let report = try read(made).items
    #expect(try store.items.relations(of: item("Amp")).placePath == "A-V / Shelf")
    #expect(
      report.warnings.map(\.description) == [
        "“A/V”: the name of a place can't contain “/”; it was changed to “A-V”"
      ])
  }

  @Test func placesWithTheSameNameInOnePlaceAreMerged() throws {
    let made = collection(
      place("a", "Box", #","notes":"first""#), place("b", "box ", #","notes":"second""#),
      thing("One", #","entity_children":"a""#), thing("Two", #","entity_children":"b""#))
    let report = try read(made).items
    #expect(report.createdPlaces == 1)
    #expect(try store.places.fetch(path: "Box")?.itemCount == 2)
    #expect(try store.places.fetch(path: "Box")?.notes == "first\n\nsecond")
    #expect(
      report.warnings.map(\.description) == [
        "“box ”: another place here is called “Box”; the two were merged"
      ])
  }

  /// Each place of a cycle is created once, wherever it is in the archive.
  @Test(arguments: 1...4) func eachPlaceOfACycleIsCreatedOnce(count: Int) throws {
    for shift in 0..<count {
      let places = (0..<count).map { number in
        place("p\(number)", "P\(number)", #","entity_children":"p\#((number + 1) % count)""#)
      }
      let order = Array(places[shift...] + places[..<shift])
      let store = try home.store("circle \(shift)")
      var made = collection()
      made.tables["entities"] =
        "[\((order + [thing("Cup", #","entity_children":"p0""#)]).joined(separator: ","))]"
      let path = home.path + "/circle.zip"
      try made.write(to: path)
      let report = try CollectionImporter(store: store).importFile(at: path, session: "a").items
      #expect(report.createdPlaces == count && report.warningCount == 1)
      let top = try #require(try store.places.children(of: nil).first)
      #expect(top.name == "P\(shift)" && top.subtreeItemCount == 1)
      #expect(try store.wrongPlaceCounts() == [])
    }
  }

  @Test func anItemThatContainsItselfGetsNoParent() throws {
    let report = try read(collection(thing("Drum", #","entity_children":"Drum""#))).items
    #expect(report.created == 1)
    #expect(
      report.warnings.map(\.description) == [
        "“Drum”, parent_import_ref: an item can't be its own parent; the item has no parent"
      ])
  }

  @Test func twoFieldsOfOneNameAreBothKept() throws {
    let made = collection(
      thing("Pot"),
      tables: [
        "entity_fields": """
        [{"id":"1","entity_fields":"Pot","name":"Colour","type":"text","text_value":"red"},
         {"id":"2","entity_fields":"Pot","name":"Colour","type":"text","text_value":"blue"},
         {"id":"3","entity_fields":"Pot","name":"colour","type":"text","text_value":"red"},
         {"id":"4","entity_fields":"Pot","name":" ","type":"text","text_value":"nameless"}]
        """
      ])
    let report = try read(made).items
    #expect(
      try item("Pot").fields.map { "\($0.name)=\($0.value)" } == ["Colour=red", "Colour 2=blue"])
    #expect(
      report.warnings.map(\.description) == [
        "“Pot”, Colour: “blue” is not “red” of “Colour”; both are kept, this one as the field “Colour 2”"
      ])
    #expect(report.leftOut == ["1 custom field without a name"])
  }

  /// A field that the archive doesn't mention doesn't count as blank.
  @Test func fieldsAddedLocallyAreKept() throws {
    let made = collection(
      thing("Pot"), thing("Pan", #","notes":"","purchase_price":null"#),
      tables: [
        "entity_fields":
          #"[{"id":"1","entity_fields":"Pan","name":"Mine","type":"text","text_value":"x"}]"#
      ])
    _ = try read(made)
    var pot = try item("Pot")
    pot.serialNumber = "in no row of the archive"
    pot.tags = ["mine"]
    pot.place = try store.addPlace("Hall").uuid
    pot.fields = [CustomField(name: "Mine", value: "kept")]
    pot.notes = "gone"
    pot.purchasePrice = 5
    try store.changes.perform(.updateItem(pot), session: "a")
    let kept = try read(made, .init(keepsBlanks: true)).items
    #expect(kept.unchanged == 2 && kept.blankedCount == 0)
    let report = try read(made).items
    #expect(report.changed == 1 && report.blankedCount == 2)
    pot = try item("Pot")
    #expect(pot.fields.map(\.value) == ["kept"] && pot.notes.isEmpty && pot.purchasePrice == nil)
    #expect(pot.serialNumber == "in no row of the archive" && pot.tags == ["mine"])
    #expect(pot.place != nil)
  }

  /// Keepsake's exports omit the columns of unknown values.
  @Test func aValueMissingFromAKeepsakeExportIsBlank() throws {
    let pot = try store.add("Pot")
    let path = home.path + "/own.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    _ = try CollectionExporter(store: store).export(to: file, path: path)
    close(file)
    var priced = pot
    priced.purchasePrice = 5
    priced.tags = ["new"]
    try store.changes.perform(.updateItem(priced), session: "a")
    let report = try CollectionImporter(store: store).importFile(at: path, session: "a").items
    #expect(report.changed == 1 && report.blankedCount == 2)
    #expect(try item("Pot").purchasePrice == nil && item("Pot").tags == [])
  }

  @Test func anEmptyFieldCountsAsBlank() throws {
    let made = { (value: String, more: String) in
      collection(
        thing("Pot"), place("shed", "Shed"),
        tables: [
          "entity_fields": """
          [{"id":"1","entity_fields":"Pot","name":"Colour","type":"text","text_value":"\(value)"},
           {"id":"2","entity_fields":"Pot","name":"Condition","type":"text","text_value":"\(value)"},
           {"id":"3","entity_fields":"Pot","name":"Since","type":"time","time_value":"\(more)"},
           {"id":"4","entity_fields":"Pot","name":"","type":"text","text_value":""},
           {"id":"5","entity_fields":"shed","name":"Key","type":"text","text_value":""}]
          """
        ])
    }
    _ = try read(made("red", "2024-05-01T00:00:00Z"))
    #expect(try item("Pot").fields.count == 2 && item("Pot").condition == "red")
    let emptied = made("", CollectionLayout.noTime)
    #expect(try read(emptied, .init(keepsBlanks: true)).items.unchanged == 1)
    let report = try read(emptied).items
    #expect(report.changed == 1 && report.blankedCount == 3 && report.leftOut == [])
    #expect(try item("Pot").fields == [] && item("Pot").condition.isEmpty)
  }

  @Test(arguments: [
    ("9780306406157", "9780306406157"), ("123456789012345678", "123456789012345678"),
    ("-9223372036854775808", "-9223372036854775808"), ("5", "5"), ("2.5", "2.5"), ("7.0", "7"),
    ("1e3", "1000"),
  ])
  func aNumberKeepsItsDigits(number: String, text: String) throws {
    let made = collection(
      thing("Pot", #","serial_number":\#(number)"#),
      tables: [
        "entity_fields":
          #"[{"id":"1","entity_fields":"Pot","name":"N","type":"number","number_value":\#(number)}]"#
      ])
    _ = try read(made)
    #expect(try item("Pot").serialNumber == text)
    #expect(try item("Pot").fields == [CustomField(name: "N", value: text)])
  }

  @Test func aPlaceThatCannotBeStoredIsReported() throws {
    let chain = (0...64).map { number in
      place("p\(number)", "P\(number)", number == 0 ? "" : #","entity_children":"p\#(number - 1)""#)
    }
    let long = String(repeating: "n", count: 1001)
    let notes = (0..<200_000).map(String.init).joined()
    let cases: [(places: [String], name: String, made: Int)] = [
      (chain, "P64", 64), ([place("l", long)], String(long.prefix(40)) + "…", 0),
      ([place("n", "Noted", #","notes":"\#(notes)""#)], "Noted", 1),
    ]
    for (places, name, count) in cases {
      var made = collection()
      made.tables["entities"] =
        "[\((places + [thing("Cup"), place("hall", "Hall")]).joined(separator: ","))]"
      let refused = try read(made).items
      #expect(refused.problems.map(\.item) == [name] && refused.exitCode == 65)
      #expect(try store.database.counts.live == 0 && store.places.children(of: nil).isEmpty)
      let report = try read(made, .init(skipsBad: true)).items
      #expect(report.created + report.changed == 1 && report.createdPlaces == count + 1, "\(name)")
      #expect(report.warnings.map(\.item) == [name] && report.skippedCount == 0)
      try store.changes.undo(session: InventoryHome.session)
    }
  }

  /// An item that can't be changed keeps its data and gets no files.
  @Test func filesOfAnItemThatCannotBeChangedAreNotCopied() throws {
    var made = MadeCollection.household
    _ = try read(made)
    made.tables["entities"] = made.tables["entities"]?.replacing(
      #""description":"enamelled""#,
      with: #""description":"\#((0..<200_000).map(String.init).joined())""#)
    made.tables["attachments"] =
      #"[{"id":"new","type":"manual","title":"new.txt","entity_attachments":"pot"}]"#
    made.files = [("new", Array("new".utf8))]
    made.manifest = #"{"schemaVersion":1}"#
    let report = try read(made, .init(skipsBad: true))
    #expect(report.items.skipped.map(\.item) == ["Pot"] && report.files == 0)
    #expect(try store.attachments.fetchAll(of: item("Pot").uuid).count == 2)
  }

  @Test func leavingOutNotesOfAnExistingPlaceIsReported() throws {
    let made = collection(
      thing("Cup"), place("hall", "hall", #","notes":"damp""#), place("attic", "Attic"))
    try store.addPlace("Hall")
    let report = try read(made).items
    #expect(
      report.warnings.map(\.description) == [
        "“hall”: this place already exists and keeps its notes; the archive's notes are left out"
      ])
    let again = collection(thing("Cup"), place("shed", "Shed", #","notes":"dry""#))
    #expect(try read(again).items.warnings == [] && read(again).items.warnings == [])
  }

  @Test func danglingReferencesAreReported() throws {
    let made = collection(
      thing("Cup", #","entity_children":"gone""#), thing("Jug"),
      place("hall", "Hall", #","entity_children":"lost""#),
      tables: [
        "tags": #"[{"id":"t","name":"old"}]"#,
        "tag_entities": """
        [{"tag_id":"t","entity_id":"Cup"},{"tag_id":"gone","entity_id":"Cup"},
         {"tag_id":"t","entity_id":"nobody"}]
        """,
        "attachments":
          #"[{"id":"1","type":"link","mime_type":"link","title":"Empty","path":"","entity_attachments":"Cup"}]"#,
      ])
    var cup = try store.add("Cup") { $0.importReference = "Cup" }
    cup.place = try store.addPlace("Kitchen").uuid
    try store.changes.perform(.updateItem(cup), session: "a")
    let report = try read(made).items
    #expect(
      report.warnings.map(\.description) == [
        "“Cup”: its place or parent is missing from the archive; an item that exists here stays where it is",
        "“Hall”: its parent is missing from the archive; it was moved to the top level",
      ])
    #expect(
      report.leftOut == [
        "1 tag missing from the archive (“Cup”)", "1 tag of no item (“old”)",
        "1 link without an address (“Empty”)",
      ])
    #expect(try item("Cup").place == cup.place && report.blankedCount == 0)
    #expect(try store.places.children(of: nil).map(\.name) == ["Hall", "Kitchen"])
  }

  @Test func theTimeOfDayOfAFieldIsKept() throws {
    let rows = [
      ("A", "2020-02-03T10:30:00Z"), ("B", "2020-02-03T00:00:00Z"),
      ("C", "2020-02-03 00:00:00+00:00"), ("D", "2020-02-03T00:00:00.5Z"),
      ("E", "2020-02-03T00:00:00+02:00"), ("Lent on", "2020-02-03T10:30:00Z"),
      ("F", "2020-02-03T00:00:00.000Z"), ("G", "2020-02-03"),
    ].enumerated().map { index, row in
      #"{"id":"\#(index)","entity_fields":"Pot","name":"\#(row.0)","type":"time","time_value":"\#(row.1)"}"#
    }
    _ = try read(
      collection(
        thing("Pot"), tables: ["entity_fields": "[\(rows.joined(separator: ","))]"]))
    #expect(
      try item("Pot").fields.map { "\($0.name)=\($0.value)" } == [
        "A=2020-02-03T10:30:00Z", "B=2020-02-03", "C=2020-02-03", "D=2020-02-03T00:00:00.5Z",
        "E=2020-02-03", "F=2020-02-03", "G=2020-02-03",
      ])
    #expect(try item("Pot").lentDate?.text == "2020-02-03")
  }

  @Test func unknownColumnsOfEveryTableAreNamed() throws {
    var made = collection(
      thing("Pot"),
      tables: [
        "entity_fields":
          #"[{"id":"1","entity_fields":"Pot","name":"N","type":"text","text_value":"x","description":"why"}]"#,
        "attachments":
          #"[{"id":"2","type":"photo","title":"pot","entity_attachments":"Pot","ocr":"text"}]"#,
      ])
    made.tables["entity_types"] =
      #"[{"id":"ti","name":"Item","is_location":0,"icon":"box"},{"id":"tl","is_location":1}]"#
    #expect(
      try read(made, .init(isDryRun: true)).items.leftOut == [
        "1 icon of item types (“Item”)", "1 description of custom fields (“N”)",
        "1 ocr of attachments (“pot”)",
      ])
  }
}
