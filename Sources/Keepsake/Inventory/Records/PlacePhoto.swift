import Foundation

/// The photo of a place: a picture stored next to the database, as the files of items are.
public struct PlacePhoto: Hashable, Codable, Sendable {
  /// The SHA-256 of its file: 64 hexadecimal digits in lower case.
  public let sha256: String
  /// The size of its file in bytes.
  public let bytes: Int64
  /// Whether the file is sealed, since the place is private.
  public let isSealed: Bool

  /// Describes a stored file.
  public init(sha256: String, bytes: Int64, isSealed: Bool = false) {
    (self.sha256, self.bytes, self.isSealed) = (sha256, bytes, isSealed)
  }

  /// Reads ``text``; `nil` if it isn't the text of a photo.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 || parts.count == 3 && parts[2] == Self.seal,
      SHA256Text.isOne(parts[0]), let bytes = Int64(parts[1]), bytes >= 0
    else { return nil }
    self.init(sha256: parts[0], bytes: bytes, isSealed: parts.count == 3)
  }

  /// How the database, the change log and households store it: digest and size, such as `9f86…:52113`, with `:sealed` at
  /// the end of a sealed one.
  ///
  /// In one value, so that homes which set a photo at the same time get the whole of either.
  public var text: String { "\(sha256):\(bytes)" + (isSealed ? ":" + Self.seal : "") }

  private static let seal = "sealed"
}

extension Place {
  /// The photo as a file, like the files of items; `nil` if the place has no photo or a sealed one that can't be opened
  /// here.
  ///
  /// Its type is not stored: decoders look at the content.
  public var photoFile: Attachment? {
    guard let photo, !isMasked, photo.isSealed == isPrivate else { return nil }
    return storedFile(of: photo)
  }

  /// A photo of the place as a file, sealed or not.
  func storedFile(of photo: PlacePhoto) -> Attachment {
    var file = Attachment(
      uuid: uuid, item: uuid, kind: .photo,
      content: AttachmentContent(
        fileName: "photo of \(name)", mediaType: "image/jpeg", bytes: photo.bytes,
        sha256: photo.sha256))
    file.isPrivate = photo.isSealed
    return file
  }
}
