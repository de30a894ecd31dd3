import Foundation
import Inventory
import Reprise

/// An attached file as `keepsake show` prints it: a line of text, or an object of JSON.
///
/// The names in JSON are stable; unknown values are left out.
nonisolated struct AttachedFile: Encodable {
  /// Its kind: `receipt`.
  let kind: String
  /// Its title, or else the name of the original file.
  let name: String
  /// The size in bytes.
  let bytes: Int64
  /// The digest of its content, which is the file's name in the data directory.
  let sha256: String
  let mediaType: String
  /// The width of a picture in pixels.
  let width: Int?
  /// The height of a picture in pixels.
  let height: Int?
  /// Whether the file is what was stored: `intact`, `missing` or `altered`.
  let condition: AttachmentCondition

  init(_ attachment: Attachment, _ condition: AttachmentCondition) {
    kind = attachment.kind.word
    name = attachment.name
    bytes = attachment.bytes
    sha256 = attachment.sha256
    mediaType = attachment.mediaType
    (width, height) = (attachment.width, attachment.height)
    self.condition = condition
  }

  /// The attachments of an item, in order, each file checked.
  ///
  /// A file is read completely only if size and time don't settle its condition.
  static func all(of item: UUID, in store: AttachmentStore) throws -> [AttachedFile] {
    try store.fetchAll(of: item).map { AttachedFile($0, store.settledCondition(of: $0)) }
  }

  /// `pot.jpg, 2.1 MB`, and what is wrong with the file.
  var line: String {
    let words = condition.words
    return "\(name), \(Figures.bytes(Int(bytes)))" + (words.isEmpty ? "" : ", \(words)")
  }
}

/// The photo of a place in the JSON of `keepsake place list`.
nonisolated struct AttachedPhoto: Encodable {
  /// The size in bytes.
  let bytes: Int64
  /// The digest of its content, which is the file's name in the data directory.
  let sha256: String
  /// Whether the file is what was stored: `intact`, `missing` or `altered`.
  let condition: AttachmentCondition

  /// `nil` if the place has no photo, or is private.
  init?(of place: Place, in store: AttachmentStore) {
    guard let photo = place.photoFile else { return nil }
    (bytes, sha256) = (photo.bytes, photo.sha256)
    condition = store.settledCondition(of: photo)
  }
}

nonisolated extension AttachmentStore {
  /// The condition of a file, which is read only if size and time don't settle it.
  fileprivate func settledCondition(of attachment: Attachment) -> AttachmentCondition {
    let glance = condition(of: attachment, thoroughly: false)
    return glance == .doubtful ? condition(of: attachment, thoroughly: true) : glance
  }
}
