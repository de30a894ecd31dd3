import Foundation

/// A file attached to an item: a photo, a receipt, a manual.
///
/// Its content is a file next to the database, named by its digest (``AttachmentDirectory``). Items
/// with equal contents share that file.
public struct Attachment: Hashable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// The item that it is attached to.
  public var item: UUID
  /// The kind of evidence.
  public var kind: AttachmentKind
  /// The user's title; empty for the name of the file.
  public var title: String
  /// The name of the original file, without its directory.
  public var fileName: String
  /// The media type by the first bytes, or else by the name: `image/jpeg`.
  public var mediaType: String
  /// The size of the content.
  public var bytes: Int64
  /// The SHA-256 of its content: 64 hexadecimal digits in lower case.
  public var sha256: String
  /// The width of a picture in pixels by its header; `nil` for anything else.
  public var width: Int?
  /// The height of a picture in pixels.
  public var height: Int?
  /// Whether it is the first photo of its item, which lists and reports show.
  public internal(set) var isPrimary = false
  /// Its order among the attachments of the item.
  public internal(set) var order: Int64 = 0
  /// When it was attached.
  public internal(set) var createdAt: Timestamp = 0
  /// When it was removed; row and content stay, so that undo can restore it.
  public internal(set) var deletedAt: Timestamp?
  /// Grows with every change; equal revisions have equal content.
  public internal(set) var rev: Int64 = 0

  /// Whether it belongs to a private item and is open in memory; written, it is sealed.
  public var isPrivate = false

  /// Makes an attachment that is not stored yet.
  public init(
    uuid: UUID = UUID(), item: UUID, kind: AttachmentKind, title: String = "",
    content: AttachmentContent
  ) {
    self.uuid = uuid
    self.item = item
    self.kind = kind
    self.title = title
    fileName = content.fileName
    mediaType = content.mediaType
    bytes = content.bytes
    sha256 = content.sha256
    width = content.width
    height = content.height
  }

  /// Its title, or else the name of its file; a generic name if it is masked.
  public var name: String {
    if isMasked { return Self.privateName }
    return title.isEmpty ? fileName : title
  }

  /// Whether it is a picture that can be decoded.
  public var isPicture: Bool { Self.isPicture(mediaType) }

  /// Whether a media type is of pictures that can be decoded.
  static func isPicture(_ mediaType: String) -> Bool {
    isPortable(mediaType) || ["image/webp", "image/heic", "image/heif"].contains(mediaType)
  }

  private static func isPortable(_ mediaType: String) -> Bool {
    ["image/jpeg", "image/png"].contains(mediaType)
  }

  /// Whether it is a picture that every browser opens as it is.
  public var isPortable: Bool { Self.isPortable(mediaType) }

  /// Whether it is a document whose pages can be decoded.
  public var isDocument: Bool { mediaType == "application/pdf" }

  /// Whether it is a picture or a document that can be decoded.
  public var isShowable: Bool { isPicture || isDocument }

  /// Whether it is a photo by its kind, but neither a picture nor a document that can be decoded.
  public var isUnshownPhoto: Bool { kind == .photo && !isShowable }
}

/// The properties of a stored file.
public struct AttachmentContent: Hashable, Sendable {
  /// The last part of the original path.
  public var fileName: String
  /// The media type.
  public var mediaType: String
  /// The size.
  public var bytes: Int64
  /// The SHA-256: 64 hexadecimal digits in lower case.
  public var sha256: String
  /// The width of a picture in pixels.
  public var width: Int?
  /// The height of a picture in pixels.
  public var height: Int?

  /// Makes one.
  public init(
    fileName: String, mediaType: String, bytes: Int64, sha256: String, width: Int? = nil,
    height: Int? = nil
  ) {
    self.fileName = fileName
    self.mediaType = mediaType
    self.bytes = bytes
    self.sha256 = sha256
    self.width = width
    self.height = height
  }

  /// Whether it is a picture that can be decoded.
  var isPicture: Bool { Attachment.isPicture(mediaType) }
}

/// The kind of evidence that an attached file provides.
public enum AttachmentKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A picture of the item.
  case photo
  /// A receipt or an invoice.
  case receipt
  /// The instructions.
  case manual
  /// The terms of the warranty.
  case warranty
  /// An expert's valuation.
  case appraisal
  /// Anything else.
  case other

  /// Guesses the kind from media type and name.
  public init(guessing fileName: String, mediaType: String) {
    let name = fileName.lowercased()
    let known = Self.words.first { _, words in words.contains { name.contains($0) } }
    self = known?.kind ?? (mediaType.hasPrefix("image/") ? .photo : .other)
  }

  /// Words in the names of files of each kind.
  private static let words: [(kind: AttachmentKind, words: [String])] = [
    (.receipt, ["receipt", "invoice", "rechnung", "quittung", "facture", "bill"]),
    (.warranty, ["warranty", "guarantee", "garantie"]),
    (.appraisal, ["appraisal", "valuation", "gutachten"]),
    (.manual, ["manual", "handbook", "instructions", "anleitung"]),
  ]

  /// The word for the kind.
  public var word: String { rawValue }
}
