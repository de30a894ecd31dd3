import RepriseMedia
import Inventory
import Reprise
import Terminal

/// Asks the decoder whether attached pictures can be shown.
nonisolated struct PhotoCheck {
  private let decoder: PictureDecoder

  /// Requests a single cell: the whole file is decoded anyway.
  private static let request = PictureRequest(
    size: Size(width: 1, height: 1), colors: .monochrome)

  /// Makes a check; the decoder's cache remembers whole pictures.
  init(_ decoder: PictureDecoder) { self.decoder = decoder }

  /// Decodes an attached picture, and waits for the result.
  func condition(
    of attachment: Attachment, in store: AttachmentStore
  ) -> PictureCondition {
    // Without an identity nothing of a private picture is kept on the disk.
    let source = PictureSource(
      name: attachment.name, identity: attachment.isPrivate ? nil : attachment.sha256
    ) { try store.open(attachment) }
    do throws(PictureError) {
      _ = try decoder.cells(of: source, Self.request)
      return .whole
    } catch {
      return Self.condition(after: error)
    }
  }

  private static func condition(after error: PictureError) -> PictureCondition {
    switch error.kind {
    case .companionMissing: .unchecked("\(PictureDecoder.companionName) is missing")
    case .cancelled: .unchecked("it was canceled")
    case .unreadable: .unchecked(error.description)
    case .unknownFormat: .damaged("not a JPEG or PNG")
    case .damaged: .damaged("damaged or cut short")
    case .tooLarge: .damaged("too large to show")
    case .noMemory: .damaged("takes too much memory to decode")
    case .crashed: .damaged("crashes the program that decodes pictures")
    case .timedOut: .damaged("takes too long to decode")
    }
  }

  /// The end of the line about a new attachment; empty unless a picture can't be shown or checked.
  func remark(on attachment: Attachment, in store: AttachmentStore) -> String {
    guard attachment.isPicture else {
      return attachment.isUnshownPhoto ? ", but it can't be shown: not a JPEG or PNG" : ""
    }
    return switch condition(of: attachment, in: store) {
    case .whole: ""
    case .damaged(let reason): ", but it can't be shown: \(reason)"
    case .unchecked(let reason): "; not checked: \(reason)"
    }
  }
}
