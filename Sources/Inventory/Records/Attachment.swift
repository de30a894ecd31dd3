import Foundation

/// A file that is attached to an item: a photo, a receipt, a manual.
///
/// Its content lies beside the database, under its digest (``AttachmentDirectory``); equal contents lie
/// there once, however many items they are attached to.
public struct Attachment: Hashable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// The item that it is attached to.
  public var item: UUID
  /// What it proves.
  public var kind: AttachmentKind
  /// What a person calls it; empty: like its file.
  public var title: String
  /// What the file was called that it came from, without its directory.
  public var fileName: String
  /// What its first bytes are, or else its name says: `image/jpeg`.
  public var mediaType: String
  /// How long its content is.
  public var bytes: Int64
  /// The SHA-256 of its content: 64 hexadecimal digits in lower case.
  public var sha256: String
  /// The width of a picture in pixels, as its header says; nil for anything else.
  public var width: Int?
  /// The height of a picture in pixels.
  public var height: Int?
  /// Whether it is the first photo of its item, the one that stands for it.
  public internal(set) var isPrimary = false
  /// Where it comes among the attachments of its item.
  public internal(set) var order: Int64 = 0
  /// When it was attached.
  public internal(set) var createdAt: Timestamp = 0
  /// When it was removed; its row and its content stay, so that this can be undone.
  public internal(set) var deletedAt: Timestamp?
  /// Grows with every change; equal numbers mean equal content.
  public internal(set) var rev: Int64 = 0

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

  /// What it is called.
  public var name: String { title.isEmpty ? fileName : title }

  /// Whether it is a picture that ``AttachmentKind/photo`` would be said of.
  public var isPicture: Bool { ["image/jpeg", "image/png"].contains(mediaType) }
}

/// What is known of the content of a file once it is stored.
public struct AttachmentContent: Hashable, Sendable {
  /// The last part of the path that it came from.
  public var fileName: String
  /// What it seems to be.
  public var mediaType: String
  /// Its length.
  public var bytes: Int64
  /// Its digest: 64 hexadecimal digits in lower case.
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
}
