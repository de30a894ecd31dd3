import Foundation

/// The content of a file inside a page.
enum DataURI {
  /// Writes the content of a picture as a `data:` URI.
  static func write(
    _ attachment: Attachment, of store: AttachmentStore,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let file = try store.open(attachment)
    defer { close(file) }
    try write(Array("data:\(attachment.mediaType);base64,".utf8))
    var rest = Data()
    try FileBytes.forEachPiece(file, path: store.path(of: attachment)) {
      bytes throws(InventoryError) in
      rest.append(contentsOf: bytes)
      // Whole groups of three bytes, so that the parts join.
      let whole = rest.count / 3 * 3
      try write(Array(rest.prefix(whole).base64EncodedData()))
      rest = Data(rest.dropFirst(whole))
    }
    try write(Array(rest.base64EncodedData()))
  }
}
