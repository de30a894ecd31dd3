import RepriseMedia
import Inventory
import Reprise
import Terminal

/// Asks the decoder whether attached pictures and documents can be shown, and for their pages.
nonisolated struct PhotoCheck {
  private let decoder: PictureDecoder

  /// Requests a single cell: the whole picture is decoded anyway.
  private static let request = PictureRequest(
    size: Size(width: 1, height: 1), colors: .monochrome)

  /// The longest side of a page in a report, in pixels: an A4 page can be read and printed.
  private static let side = 1800

  /// Makes a check; the decoder's cache remembers whole pictures.
  init(_ decoder: PictureDecoder) { self.decoder = decoder }

  private func source(_ attachment: Attachment, in store: AttachmentStore) -> PictureSource {
    // Without an identity nothing of a private picture is kept on the disk.
    PictureSource(
      name: attachment.name, identity: attachment.isPrivate ? nil : attachment.sha256
    ) { try store.open(attachment) }
  }

  /// Decodes an attached picture or the first page of a document, and waits for the result.
  func condition(
    of attachment: Attachment, in store: AttachmentStore
  ) -> PictureCondition {
    do throws(PictureError) {
      let cells = try decoder.cells(of: source(attachment, in: store), Self.request)
      return attachment.isDocument ? .document(pages: cells.pageCount) : .whole
    } catch {
      return Self.condition(after: error)
    }
  }

  /// Decodes a page of a document, or a WebP or HEIC photo, and waits for the result.
  func page(
    _ index: Int, of attachment: Attachment, in store: AttachmentStore
  ) -> EvidencePage {
    do throws(PictureError) {
      return .jpeg(
        try decoder.page(index, of: source(attachment, in: store), side: Self.side).jpeg)
    } catch {
      return switch Self.condition(after: error) {
      case .damaged(let reason), .unchecked(let reason): .failed(reason)
      case .undecodable, .whole, .document: .failed(error.description)
      }
    }
  }

  private static func condition(after error: PictureError) -> PictureCondition {
    switch error.kind {
    case .companionMissing: .unchecked("\(missingProgram(error)) is missing")
    case .libraryMissing: .undecodable(advice: error.description)
    case .cancelled: .unchecked("it was canceled")
    case .unreadable: .unchecked(error.description)
    case .unknownFormat: .damaged(PictureCondition.unknownFormat)
    case .encrypted: .damaged("encrypted")
    case .unsupported: .damaged("animated, or needs a newer decoder")
    case .damaged: .damaged("damaged or cut short")
    case .tooLarge: .damaged("too large to show")
    case .noMemory: .damaged("takes too much memory to decode")
    case .crashed: .damaged("crashes the program that decodes pictures")
    case .timedOut: .damaged("takes too long to decode")
    }
  }

  /// The companion that an error is about.
  private static func missingProgram(_ error: PictureError) -> String {
    let name = PictureDecoder.documentCompanionName
    let isNamed = [name, PictureDecoder.documentCompanionVariable].contains {
      error.description.contains($0)
    }
    return isNamed ? name : PictureDecoder.companionName
  }

  /// The end of the line about a new attachment; empty unless it can't be shown or checked.
  func remark(on attachment: Attachment, in store: AttachmentStore) -> String {
    guard attachment.isShowable else {
      return attachment.isUnshownPhoto
        ? ", but it can't be shown: \(PictureCondition.unknownFormat)" : ""
    }
    return switch condition(of: attachment, in: store) {
    case .whole, .document: ""
    case .damaged(let reason): ", but it can't be shown: \(reason)"
    case .undecodable(let advice): ". \(advice)"
    case .unchecked(let reason): "; not checked: \(reason)"
    }
  }
}
