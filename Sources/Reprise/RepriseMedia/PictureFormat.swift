/// The format of a picture or a document, by the first bytes of its file and never by its name.
///
/// ```swift
/// let format = PictureFormat(firstBytes: Array("%PDF-1.7".utf8))  // .pdf
/// let package = format?.package  // "libpoppler-glib8"
/// ```
nonisolated public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, webp, heic, pdf

  /// How many first bytes tell the formats apart.
  public static let signatureLength = 16

  /// Recognizes a format; `nil` for any other file.
  public init?(firstBytes: some Sequence<UInt8>) {
    let bytes = Array(firstBytes.prefix(Self.signatureLength))
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), Self.heicBrands.contains(where: { has($0, at: 8) }) {
      self = .heic
    } else if has("%PDF-") {
      self = .pdf
    } else {
      return nil
    }
  }

  private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]

  /// Whether a file may have several pages.
  public var hasPages: Bool { self == .pdf }

  /// Whether `reprise-documents` decodes it, with a library that may be missing.
  public var needsLibrary: Bool { package != nil }

  /// The Debian package with the library that decodes it; `nil` if none is needed.
  public var package: String? {
    switch self {
    case .jpeg, .png: nil
    case .webp: "libwebp7"
    case .heic: "libheif1"
    case .pdf: "libpoppler-glib8"
    }
  }

  /// The files that need the library, in words: `HEIC photos`.
  var subject: String {
    switch self {
    case .jpeg: "JPEG photos"
    case .png: "PNG pictures"
    case .webp: "WebP photos"
    case .heic: "HEIC photos"
    case .pdf: "PDF pages"
    }
  }
}
