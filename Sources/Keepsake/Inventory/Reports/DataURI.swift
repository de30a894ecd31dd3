import Foundation

/// Embeds a file in a page.
enum DataURI {
  /// Writes a picture as a `data:` URI.
  static func write(
    _ attachment: Attachment, of store: AttachmentStore,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let file = try store.open(attachment)
    defer { close(file) }
    try write(Array("data:\(attachment.mediaType);base64,".utf8))
    var stream = Base64Stream()
    try FileBytes.forEachPiece(file, path: store.path(of: attachment)) {
      bytes throws(InventoryError) in try write(stream.text(of: bytes))
    }
    try write(stream.end())
  }
}
