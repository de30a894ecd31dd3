import Foundation

/// The two forms of an attachment of a private item.
///
/// The file itself is sealed as a whole, so digest and size are those of what is sealed, and backups, exports and checks
/// treat it like any other. Title, name, type and size in pixels are sealed in the title. The kind stays readable.
extension Attachment {
  private struct Sealed: Codable {
    var title: String
    var fileName: String
    var mediaType: String
    var width: Int?
    var height: Int?
  }

  /// The masked form.
  ///
  /// - Throws: What sealing throws.
  func masked(with sealing: any ItemSealing) throws -> Attachment {
    let content = Sealed(
      title: title, fileName: fileName, mediaType: mediaType, width: width, height: height)
    let sealed = try sealing.seal(Array(JSONEncoder().encode(content)), of: uuid)
    var masked = self
    masked.title = Self.sealedPrefix + Data(sealed).base64EncodedString()
    masked.fileName = "private"
    masked.mediaType = "application/octet-stream"
    (masked.width, masked.height, masked.isPrivate) = (nil, nil, false)
    return masked
  }

  /// The open form of a masked one; any other as it is.
  ///
  /// - Throws: What opening throws, and `badData` where what is sealed is damaged.
  func opened(with sealing: any ItemSealing) throws -> Attachment {
    guard let text = sealedText else { return self }
    guard let sealed = Data(base64Encoded: text),
      let content = try? JSONDecoder().decode(
        Sealed.self, from: Data(sealing.open(Array(sealed), of: uuid)))
    else { throw InventoryError(.badData, "what is sealed of a private file is damaged") }
    var open = self
    (open.title, open.fileName, open.mediaType) =
      (content.title, content.fileName, content.mediaType)
    (open.width, open.height, open.isPrivate) = (content.width, content.height, true)
    return open
  }
}
