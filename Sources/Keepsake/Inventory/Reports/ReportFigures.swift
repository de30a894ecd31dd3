import Foundation
import Mustache
import Storage

/// Writes the pictures of an item below its text, one by one: a page of a document is decoded when it is written, so
/// memory doesn't grow with their number.
struct ReportFigures {
  /// The most pages of a document that a report shows.
  static let mostPages = 10

  /// A control character that marks where a picture goes in rendered text; no value can contain it.
  static let slot: Character = "\u{1}"

  let template: MustacheTemplate
  let store: AttachmentStore
  let decodePage: (Attachment, Int) -> EvidencePage

  typealias Output = ([UInt8]) throws(InventoryError) -> Void

  /// Writes the figures of pictures, documents and files that can't be shown.
  ///
  /// - Parameters:
  ///   - pictures: The pictures in order.
  ///   - unshown: A text for each file that can't be shown.
  ///   - documents: The documents in order.
  ///   - extent: Counts the files that can't be shown.
  func write(
    _ pictures: [ReportEvidence], unshown: [String], documents: [ReportEvidence],
    countingIn extent: inout ReportExtent, _ write: Output
  ) throws(InventoryError) {
    for picture in pictures {
      let attachment = picture.attachment
      let context = ["source": String(Self.slot), "name": attachment.name]
      guard !attachment.isPortable else {
        try writeFigure(context, .stored(attachment), write)
        continue
      }
      switch decodePage(attachment, 0) {
      case .jpeg(let bytes): try writeFigure(context, .jpeg(bytes), write)
      case .failed(let reason):
        let text = "“\(attachment.name)” (\(reason))"
        extent.omit(text, of: attachment)
        try writeFigure(["unshown": text], nil, write)
      }
    }
    for text in unshown { try writeFigure(["unshown": text], nil, write) }
    for document in documents { try writePages(of: document, countingIn: &extent, write) }
  }

  private func writePages(
    of document: ReportEvidence, countingIn extent: inout ReportExtent, _ write: Output
  ) throws(InventoryError) {
    let name = document.attachment.name
    let pages = document.pages
    var done = 0
    while done < min(pages, Self.mostPages) {
      let caption = pages == 1 ? name : "\(name), page \(done + 1) of \(CountText.text(pages))"
      switch decodePage(document.attachment, done) {
      case .jpeg(let bytes):
        let context = ["source": String(Self.slot), "name": caption, "page": "1"]
        try writeFigure(context, .jpeg(bytes), write)
      case .failed(let reason):
        let text = "“\(caption)” (\(reason))"
        extent.omit(text, of: document.attachment)
        try writeFigure(["unshown": text], nil, write)
        // The others would probably take as long.
        return try writeRest(pages - done - 1, write)
      }
      done += 1
    }
    if done < pages { extent.shortenedDocuments += 1 }
    try writeRest(pages - done, write)
  }

  /// Writes how many pages are left out.
  private func writeRest(_ count: Int, _ write: Output) throws(InventoryError) {
    guard count > 0 else { return }
    let pages = count == 1 ? "page" : "pages"
    try writeFigure(["rest": "and \(CountText.text(count)) more \(pages)"], nil, write)
  }

  /// The bytes of a picture.
  private enum Picture {
    case stored(Attachment)
    case jpeg([UInt8])
  }

  private func writeFigure(
    _ context: [String: String], _ picture: Picture?, _ write: Output
  ) throws(InventoryError) {
    let parts = template.render(context).utf8.split(separator: 1, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      switch index == 1 ? picture : nil {
      case .stored(let attachment): try DataURI.write(attachment, of: store, write)
      case .jpeg(let bytes): try DataURI.write(jpeg: bytes, write)
      case nil: break
      }
      try write(Array(part))
    }
  }
}
