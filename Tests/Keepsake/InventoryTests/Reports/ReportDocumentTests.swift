import Foundation
import InventorySupport
import RepriseTesting
import Resources
import Testing

@testable import Inventory

/// The report shows documents page by page, and photos that not every browser opens as JPEGs.
@Suite(.leavesMainActorAlone) struct ReportDocumentTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let item: Item
  private let options: ReportOptions

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    item = try store.add("Camera")
    options = ReportOptions(day: try #require(CalendarDate(iso: "2026-05-01")))
  }

  private func attach(
    _ text: String, _ name: String, _ kind: AttachmentKind = .receipt
  ) throws {
    let path = try home.file(name, text)
    _ = try store.attachments.attach([path], kind: kind, to: item.uuid, session: "test")
  }

  private static let heic = "\0\0\0\u{18}ftypheic some pixels"

  /// A report whose decoder answers as told; a decoded page contains its index.
  private func html(
    examine: @escaping (Inventory.Attachment) -> PictureCondition,
    page: @escaping (Inventory.Attachment, Int) -> EvidencePage = {
      .jpeg(Array("\($0.name) \($1)".utf8))
    },
    change: (inout ReportOptions) -> Void = { _ in }
  ) throws -> (text: String, extent: ReportExtent) {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let templates = ReportTemplates(
      head: text(ResourceText.reportHead), heading: text(ResourceText.reportHeading),
      item: text(ResourceText.reportItem), figure: text(ResourceText.reportFigure),
      foot: text(ResourceText.reportFoot))
    var options = options
    change(&options)
    var bytes: [UInt8] = []
    let extent = try Report(of: store, options, decodePage: page, examine: examine)
      .writeHTML(templates) { bytes += $0 }
    return (text(bytes), extent)
  }

  /// The decoded pictures, in order.
  private func pictures(_ html: String) -> [String] {
    html.matches(of: /<img alt="[^"]*" src="data:image\/jpeg;base64,([^"]*)"/).map {
      String(decoding: Data(base64Encoded: String($0.output.1)) ?? Data(), as: UTF8.self)
    }
  }

  @Test(arguments: [(1, 1), (10, 10), (11, 10), (24, 10)])
  func aDocumentIsShownUpToItsTenthPage(_ pages: Int, _ shown: Int) throws {
    try attach("%PDF-1.4", "bill.pdf")
    let (text, extent) = try html { _ in .document(pages: pages) }
    #expect(pictures(text) == (0..<shown).map { "bill.pdf \($0)" })
    #expect(text.contains("bill.pdf, page 1 of \(pages)") == (pages > 1))
    #expect(text.contains("and 14 more pages") == (pages == 24))
    #expect(text.contains("and 1 more page<") == (pages == 11))
    #expect(text.contains("\(pages) page"), "the list of evidence has their number")
    #expect(extent == ReportExtent(items: 1, shortenedDocuments: pages > 10 ? 1 : 0))
    #expect(text.matches(of: #/<div class="photo">/#).isEmpty, "it is no photo of the item")
  }

  @Test func aPhotoThatBrowsersDoNotOpenBecomesAJPEG() throws {
    try attach(Self.heic, "one.heic", .photo)
    try attach("RIFF\u{4}\0\0\0WEBPVP8 ", "two.webp", .photo)
    let (text, extent) = try html { _ in .whole }
    #expect(pictures(text) == ["one.heic 0", "two.webp 0"])
    #expect(text.contains("<div class=\"photo\"><img alt=\"one.heic\""))
    #expect(extent == ReportExtent(items: 1))
  }

  @Test func damagedAndEncryptedDocumentsAreNamed() throws {
    try attach("%PDF-1.4 a", "cut.pdf")
    try attach("%PDF-1.4 b", "locked.pdf")
    let (text, extent) = try html { attachment in
      .damaged(attachment.name == "cut.pdf" ? "damaged or cut short" : "encrypted")
    }
    #expect(pictures(text).isEmpty)
    #expect(text.contains("Cannot be shown: <bdi>“cut.pdf” (damaged or cut short)</bdi>"))
    #expect(text.contains("Cannot be shown: <bdi>“locked.pdf” (encrypted)</bdi>"))
    #expect(text.contains("Receipt: locked.pdf, 10 bytes, encrypted"))
    #expect(extent.separateFiles == 2 && extent.unshownPhotos == 2 && extent.hasUnshownDocuments)
  }

  @Test func aMissingLibraryIsNamedOnce() throws {
    try attach(Self.heic + "1", "one.heic", .photo)
    try attach(Self.heic + "2", "two.heic", .photo)
    let advice = "Install libheif1 to see HEIC photos."
    let (text, extent) = try html { _ in .undecodable(advice: advice) }
    #expect(extent.advice == [advice])
    #expect(text.contains("“two.heic” (install libheif1 to see HEIC photos)"))
  }

  /// A failing page ends its document; the report continues with the next one.
  @Test func aPageThatCannotBeDecodedIsReplacedByText() throws {
    try attach("%PDF-1.4 a", "a.pdf")
    try attach("%PDF-1.4 b", "b.pdf")
    let (text, extent) = try html(
      examine: { _ in .document(pages: 5) },
      page: { attachment, page in
        attachment.name == "a.pdf" && page == 2
          ? .failed("takes too long to decode") : .jpeg(Array("\(attachment.name) \(page)".utf8))
      })
    #expect(pictures(text).filter { $0.hasPrefix("a") } == ["a.pdf 0", "a.pdf 1"])
    #expect(pictures(text).count == 7)
    #expect(text.contains("“a.pdf, page 3 of 5” (takes too long to decode)"))
    #expect(text.contains("and 2 more pages"))
    #expect(extent.unshownPhotos == 1 && extent.hasUnshownDocuments)
  }

  @Test func aFirstPhotoThatFailsMakesRoomForTheNext() throws {
    try attach(Self.heic, "one.heic", .photo)
    try attach(Self.heic + "2", "two.heic", .photo)
    let (text, extent) = try html(
      examine: { _ in .whole },
      page: { $1 == 0 && $0.name == "one.heic" ? .failed("too large to show") : .jpeg([1]) })
    #expect(text.contains("<div class=\"photo\"><img alt=\"two.heic\""))
    #expect(text.contains("“one.heic” (too large to show)"))
    #expect(extent.unshownPhotos == 1)
  }

  @Test func withoutPhotosDocumentsAreOnlyListed() throws {
    try attach("%PDF-1.4", "bill.pdf")
    let (text, extent) = try html(
      examine: { _ in .document(pages: 2) }, change: { $0.hasPhotos = false })
    #expect(pictures(text).isEmpty && text.contains("Receipt: bill.pdf"))
    #expect(extent == ReportExtent(items: 1, separateFiles: 1))
  }
}
