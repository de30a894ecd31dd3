import Foundation
import SystemSupport

/// The content of a file inside a page.
enum DataURI {
  /// So many bytes are turned into text at a time: a multiple of three, so that the parts join.
  private static let pieceSize = 3 << 18

  /// Writes the content of a picture as a `data:` URI.
  static func write(
    _ attachment: Attachment, of store: AttachmentStore,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let file = try store.open(attachment)
    defer { close(file) }
    try write(Array("data:\(attachment.mediaType);base64,".utf8))
    var piece = Data(count: pieceSize)
    var left = attachment.bytes
    while left > 0 {
      var filled = 0
      while filled < pieceSize {
        let count = piece.withUnsafeMutableBytes { bytes in
          retryingInterrupted {
            read(file, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
          }
        }
        guard count >= 0 else { throw .system("read", store.path(of: attachment), code: errno) }
        if count == 0 { break }
        filled += count
      }
      guard filled > 0 else { return }
      left -= Int64(filled)
      try write(Array(piece[..<filled].base64EncodedData()))
    }
  }
}
