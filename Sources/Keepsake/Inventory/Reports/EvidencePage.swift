/// A photo or a page of a document, decoded for a report.
public enum EvidencePage: Hashable, Sendable {
  /// A JPEG, which every browser shows.
  case jpeg([UInt8])
  /// It can't be decoded, and why: `takes too long to decode`.
  case failed(String)
}

/// Whether a file can be shown, as the programs that decode it report.
public enum PictureCondition: Hashable, Sendable {
  /// It is a picture that can be shown.
  case whole
  /// It is a document that can be shown, with a number of pages.
  case document(pages: Int)
  /// It can't be shown, and why: `damaged or cut short`.
  case damaged(String)
  /// No library is installed that decodes it, and what to do: `Install libheif1 to see HEIC photos.`
  case undecodable(advice: String)
  /// No program could check it, and why: `reprise-pictures is missing`.
  case unchecked(String)

  /// The reason if the bytes are of no format that can be decoded.
  public static let unknownFormat = "not a JPEG, PNG, WebP, HEIC or PDF"
}
