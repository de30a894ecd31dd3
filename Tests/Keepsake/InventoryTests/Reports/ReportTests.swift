import InventorySupport
import Foundation
import Resources
import RepriseTesting
import Testing

@testable import Inventory

/// The report for the insurer is complete, reproducible, and safe whatever the data contains.
@Suite(.leavesMainActorAlone) struct ReportTests {
  let home: InventoryHome
  let store: InventoryStore
  private let options: ReportOptions

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    options = ReportOptions(day: try #require(CalendarDate(iso: "2026-05-01")))
  }

  private static let templates: ReportTemplates = {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return ReportTemplates(
      head: text(ResourceText.reportHead), heading: text(ResourceText.reportHeading),
      item: text(ResourceText.reportItem), figure: text(ResourceText.reportFigure),
      foot: text(ResourceText.reportFoot))
  }()

  private func html(
    _ store: InventoryStore? = nil, _ change: (inout ReportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = options
    change(&options)
    var bytes: [UInt8] = []
    try Report(of: store ?? self.store, options) { _ in .whole }.writeHTML(Self.templates) {
      bytes += $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func csv(_ change: (inout ReportOptions) -> Void = { _ in }) throws -> [[String]] {
    var options = options
    change(&options)
    var bytes: [UInt8] = []
    try Report(of: store, options) { _ in .whole }.writeCSV { bytes += $0 }
    let path = try home.file("report.csv", bytes: bytes)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var reader = CSVReader(descriptor: descriptor)
    var rows: [[String]] = []
    while let record = try reader.next() { rows.append(record.fields) }
    return rows
  }

  @Test func theTotalIsTheSumOfTheItems() throws {
    var random = SeededGenerator(seed: 4)
    let rooms = try ["Kitchen", "Attic", "Hall"].map { try store.addPlace($0) }
    let box = try store.addPlace("Box 12", in: rooms[1])
    for number in 0..<200 {
      try store.add("Thing \(number)") {
        $0.quantity = Double(Int.random(in: 0...40, using: &random)) / 4
        $0.replacementValue =
          Bool.random(using: &random) ? .random(in: 0...99_999, using: &random) : nil
        $0.purchasePrice =
          Bool.random(using: &random) ? .random(in: 0...99_999, using: &random) : nil
        $0.place = [nil, box.uuid, rooms[0].uuid].randomElement(using: &random) ?? nil
      }
    }
    let rows = try csv()
    let column = try #require(rows[0].firstIndex(of: "Replacement value"))
    let values = rows.dropFirst().map { $0[column] }
    #expect(values.count == 200)
    let sum = try values.filter { !$0.isEmpty }.reduce(into: Int64(0)) {
      $0 += try Money(parsing: $1, currency: .euro).minor
    }
    let unknown = values.count(where: \.isEmpty)
    #expect(unknown > 10)
    let text = try html()
    let total = MoneyText.text(Money(minor: sum, currency: .euro))
    #expect(text.contains("<p class=\"big\">≈\(total)</p>"))
    #expect(text.contains("not in the total (—)</td><td>\(unknown)</td>"))
    // A place includes the places within it, so both have the same numbers.
    let attic = try #require(text.firstMatch(of: /depth0"><bdi>Attic<\/bdi><\/td>(.*)<\/tr>/))
    let inBox = try #require(text.firstMatch(of: /depth1"><bdi>Box 12<\/bdi><\/td>(.*)<\/tr>/))
    #expect(attic.output.1 == inBox.output.1)
  }

  /// The first page shows two levels of places, however many there are, and a third if there is room.
  @Test(arguments: [(40, true), (50, false)])
  func theFirstPageHasTheUpperLevelsOfPlaces(rooms: Int, hasThird: Bool) throws {
    let house = try store.addPlace("House")
    for number in 1...rooms {
      let room = try store.addPlace("Room \(number)", in: house)
      if number == 1 {
        let box = try store.addPlace("Box", in: room)
        try store.add("Cup") { $0.place = box.uuid }
      }
      try store.add("Lamp \(number)") { $0.place = room.uuid }
    }
    let text = try html()
    #expect(text.contains(/depth1"><bdi>Room 2</))
    #expect(text.contains(/depth2"><bdi>Box</) == hasThird)
  }

  @Test func theSameDataGivesTheSameBytes() throws {
    for number in 0..<30 {
      try store.add("Thing \(number % 7)") {
        $0.tags = ["red", "blue"]
        $0.fields = [CustomField(name: "Size", value: "\(number)")]
      }
    }
    let first = try html()
    #expect(try html() == first)
    #expect(try html(home.store()) == first)
  }

  @Test func soldArchivedAndTrashedItemsAreOmitted() throws {
    try store.add("Kept")
    try store.add("Gone by sale") { $0.soldTo = "Ada" }
    try store.add("Gone to the attic") { $0.archivedAt = 5 }
    let trashed = try store.add("Gone for good")
    try store.changes.perform(.trashItems([trashed.uuid]), session: InventoryHome.session)
    let text = try html()
    #expect(text.contains("Kept") && !text.contains("Gone"))
    #expect(try csv().map { $0[1] } == ["Item", "Kept"])
  }

  /// An empty report must not replace yesterday's good one.
  @Test(arguments: [("", "there is no item,"), ("zzz", "no item matches “zzz”,")])
  func anEmptyReportIsRefused(_ query: String, _ words: String) throws {
    try store.add("Sold") { $0.soldTo = "Ada" }
    var options = ReportOptions(day: .today(), customs: .plain)
    options.query = query
    for isTable in [false, true] {
      var bytes: [UInt8] = []
      let report = Report(of: store, options) { _ in .whole }
      let error = #expect(throws: InventoryError.self) {
        if isTable {
          try report.writeCSV { bytes += $0 }
        } else {
          try report.writeHTML(Self.templates) { bytes += $0 }
        }
      }
      #expect(error?.message.hasPrefix(words) == true && error?.exitCode == 1)
      #expect(bytes.isEmpty)
    }
  }

  @Test func theActualCashValueRuleIsExplained() throws {
    try store.add("Cup")
    let text = try html()
    #expect(text.contains("<p>Actual cash value: value × share of the category"))
    #expect(text.contains("20 %; in full if the age or the useful life is unknown.</p>"))
  }

  /// If the price paid is used for an unknown replacement value, both values are estimates.
  @Test func anActualCashValueFromThePricePaidIsAnEstimate() throws {
    let attic = try store.addPlace("Attic")
    try store.add("Chair") { $0.purchasePrice = 4000 }
    try store.add("Lamp") {
      $0.replacementValue = 3000
      $0.place = attic.uuid
    }
    let text = try html()
    #expect(text.contains("<span>Actual cash value</span>≈€40.00"))
    #expect(text.contains("<span>Actual cash value</span>€30.00"))
    #expect(text.contains("<td>Actual cash value</td><td>≈€70.00</td>"))
    #expect(text.contains("<td>€30.00</td><td>€30.00</td>"), "the place has no estimate")
    // Programs add these up, so the sign for estimates has a column of its own.
    let rows = try csv()
    let columns = try ["Item", "Estimated", "Actual cash value"].map {
      try #require(rows[0].firstIndex(of: $0))
    }
    #expect(
      rows.dropFirst().map { row in columns.map { row[$0] } }
        == [["Lamp", "", "30.00"], ["Chair", "yes", "40.00"]])
  }

  @Test func aTotalOfUnknownValuesIsUnknown() throws {
    try store.add("Quilt")
    #expect(try html().contains("<td>Actual cash value</td><td>—</td>"))
  }

  @Test func queryAndOptionsNarrowTheReport() throws {
    try store.add("Red teapot") { $0.notes = "chipped at the spout" }
    try store.add("Blue kettle")
    let text = try html { $0.query = "teapot" }
    #expect(text.contains("Red teapot") && !text.contains("Blue kettle"))
    #expect(text.contains("“teapot”"))
    #expect(text.contains("chipped"))
    #expect(try !html { $0.hasNotes = false }.contains("chipped"))
    #expect(try csv { $0.hasNotes = false }[0].contains("Notes") == false)
  }

  /// Fills every text field of a store with one text.
  private func fill(_ store: InventoryStore, with text: String) throws {
    var settings = try store.settings.fetch()
    (settings.owner, settings.address, settings.insurer) = (text, text + "\n" + text, text)
    settings.policyNumber = text
    try store.settings.change(settings, session: "test")
    let place = try store.addPlace(text.replacing("/", with: ""))
    try store.add(text) {
      ($0.description, $0.notes, $0.manufacturer, $0.modelNumber) = (text, text, text, text)
      ($0.serialNumber, $0.condition, $0.purchaseFrom, $0.orderReference) = (text, text, text, text)
      ($0.warrantyDetails, $0.unit) = (text, text)
      $0.place = place.uuid
      $0.tags = [text.replacing(";", with: "")]
      $0.fields = [CustomField(name: text, value: text)]
    }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "a & b &lt; c",
    // A combining letter: as Swift characters, these are not `<` and `"`.
    "\u{600}<script>alert(1)<\u{301}/script>", "\"\u{301} onload=alert(1) x=\"\u{200D}",
    "{{{source}}}{{owner}}", "\u{1}\u{1}\u{202E}txet", "]]>--></style></main>",
  ])
  func hostileTextIsEscaped(_ hostile: String) throws {
    let benign = try home.store("benign")
    try fill(benign, with: "x")
    try fill(store, with: hostile)
    func signs(_ text: String) -> [UInt8: Int] {
      text.utf8.reduce(into: [:]) { if "<>\"\u{1}".utf8.contains($1) { $0[$1, default: 0] += 1 } }
    }
    let text = try html { $0.query = "" }
    #expect(try signs(text) == signs(html(benign)))
    #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1}" })
  }

  @Test func theReportLoadsNothingExternal() throws {
    try fill(store, with: "http://example.org/x.png")
    let text = try html()
    #expect(text.contains("default-src 'none'"))
    for word in ["src=\"http", "href=", "url(", "@import", "<script", "<link"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  // MARK: - Evidence

  private func attach(
    _ bytes: [UInt8], _ name: String, _ kind: AttachmentKind, to item: Item
  ) throws {
    let path = try home.file(name, bytes: bytes)
    _ = try store.attachments.attach([path], kind: kind, to: item.uuid, session: "test")
  }

  @Test func photosAreEmbeddedCompletely() throws {
    var random = SeededGenerator(seed: 9)
    let item = try store.add("Camera")
    // Longer than one chunk, with every remainder modulo three.
    let photos = [1, 2, 3].map { extra -> [UInt8] in
      [0xFF, 0xD8, 0xFF, 0xE0]
        + (0..<(800_000 + extra)).map { _ in .random(in: 0...255, using: &random) }
    }
    for (index, photo) in photos.enumerated() {
      try attach(photo, "photo \(index).jpg", .photo, to: item)
    }
    try attach(Array("%PDF-1.4 receipt".utf8), "receipt.pdf", .receipt, to: item)
    let text = try html()
    let pictures = text.matches(of: /src="data:image\/jpeg;base64,([^"]*)"/)
    #expect(pictures.count == 3)
    #expect(text.contains("<div class=\"pictures\">"))
    for (picture, photo) in zip(pictures, photos) {
      #expect(Data(base64Encoded: String(picture.output.1)) == Data(photo))
    }
    #expect(text.contains("Receipt: receipt.pdf"))
    #expect(text.contains(ContentDigest.text(of: photos[0])))
    #expect(try !html { $0.hasPhotos = false }.contains("base64"))
    let extent = try Report(of: store, options) { _ in .whole }.writeHTML(Self.templates) { _ in }
    #expect(extent == ReportExtent(items: 1, separateFiles: 1))
    let evidence = try #require(try csv()[1].first { $0.contains("receipt.pdf") })
    #expect(evidence.contains("Photo: photo 0.jpg"))
  }

  @Test func missingAndAlteredFilesAreReported() throws {
    let item = try store.add("Camera")
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    try attach(jpeg + [1], "gone.jpg", .photo, to: item)
    try attach(jpeg + [2], "other.jpg", .photo, to: item)
    let attachments = store.attachments
    let all = try attachments.fetchAll(of: item.uuid)
    unlink(attachments.path(of: all[0]))
    try Data(jpeg + [9]).write(to: URL(fileURLWithPath: attachments.path(of: all[1])))
    let text = try html()
    #expect(!text.contains("base64"))
    #expect(text.contains("gone.jpg, 5 bytes, file missing"))
    #expect(text.contains("other.jpg, 5 bytes, file altered"))
  }

  /// Pictures come first; a text replaces a photo that can't be shown.
  @Test func aPhotoThatCannotBeShownIsReplacedByText() throws {
    let item = try store.add("Camera")
    try attach(Array("words".utf8), "fake.jpg", .photo, to: item)
    try attach(Array("more".utf8), "other.heic", .photo, to: item)
    let without = try html()
    #expect(
      without.contains(
        "<div class=\"photo\"><p class=\"quiet\">Cannot be shown: <bdi>“fake.jpg” (not a JPEG, PNG, WebP, HEIC or PDF)</bdi></p>"
      ))
    try attach([0xFF, 0xD8, 0xFF, 0xE0], "lens.jpg", .photo, to: item)
    let text = try html()
    #expect(text.contains("<div class=\"photo\"><img alt=\"lens.jpg\""))
    #expect(text.matches(of: #/<figure><p class="quiet">Cannot be shown: /#).count == 2)
    let extent = try Report(of: store, options) { _ in .whole }.writeHTML(Self.templates) { _ in }
    #expect(
      extent
        == ReportExtent(
          items: 1, separateFiles: 2, unshownPhotos: 2,
          firstUnshown: "“fake.jpg” (not a JPEG, PNG, WebP, HEIC or PDF)"))
    #expect(try !html { $0.hasPhotos = false }.contains("Cannot be shown"))
  }

  /// A quantity of one is printed only with a unit.
  @Test func aQuantityIsPrintedUnlessItIsOne() throws {
    try store.add("Kettle")
    try store.add("Cup") { $0.quantity = 6 }
    try store.add("Cloth") { $0.unit = "m" }
    let text = try html()
    func block(_ name: String) -> Substring {
      text.components(separatedBy: "<h3").first { $0.contains(name) }.map { $0[...] } ?? ""
    }
    #expect(!block("Kettle").contains("Quantity"))
    #expect(block("Cup").contains("Quantity"))
    #expect(block("Cloth").contains("1 m"))
  }

  @Test func aSinglePhotoLeavesNoEmptyRowOfPictures() throws {
    try attach([0xFF, 0xD8, 0xFF, 0xE0], "lens.jpg", .photo, to: store.add("Camera"))
    let text = try html()
    #expect(text.contains("<div class=\"photo\">"))
    #expect(!text.contains("<div class=\"pictures\">"))
  }
}
