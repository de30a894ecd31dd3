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
  /// - Throws: Any error of sealing.
  func masked(with sealing: any ItemSealing) throws -> Attachment {
    let content = Sealed(
      title: title, fileName: fileName, mediaType: mediaType, width: width, height: height)
    return masked(title: try Self.sealedPrefix + sealing.text(sealing: content, of: uuid))
  }

  /// The masked form with a title that contains the sealed content.
  public func masked(title: String) -> Attachment {
    var masked = self
    masked.title = title
    masked.fileName = "private"
    masked.mediaType = "application/octet-stream"
    (masked.width, masked.height, masked.isPrivate) = (nil, nil, false)
    return masked
  }

  /// The open form of a masked attachment; other attachments are unchanged.
  ///
  /// - Throws: `badData` if the sealed content can't be opened or is damaged.
  public func opened(with sealing: any ItemSealing) throws(InventoryError) -> Attachment {
    guard let text = sealedText else { return self }
    let content: Sealed = try sealing.value(sealedIn: text, of: uuid, "a private file")
    var open = self
    (open.title, open.fileName, open.mediaType) =
      (content.title, content.fileName, content.mediaType)
    (open.width, open.height, open.isPrivate) = (content.width, content.height, true)
    return open
  }
}

/// The marks of a private attachment that are readable without its keys.
extension Attachment {
  /// The prefix of a masked title, before the sealed text.
  public static let sealedPrefix = "keepsake-private:"

  /// The name of an attachment for code that cannot open it.
  public static let privateName = "Private file"

  /// Whether it is private and masked.
  public var isMasked: Bool { title.hasPrefix(Self.sealedPrefix) }

  var sealedText: String? {
    isMasked ? String(title.dropFirst(Self.sealedPrefix.count)) : nil
  }
}
