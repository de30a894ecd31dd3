import Terminal

/// A page of a document, or a photo, as a JPEG that any program opens.
nonisolated public struct DecodedPage: Hashable, Sendable {
  /// The bytes of the JPEG.
  public let jpeg: [UInt8]

  /// The size of the photo in pixels, or of the page in points, before it was scaled.
  public let size: Size

  /// The number of pages in the file; 1 for a photo.
  public let pageCount: Int
}
