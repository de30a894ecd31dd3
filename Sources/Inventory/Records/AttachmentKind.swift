import Foundation

/// What a file proves about the item that it is attached to.
public enum AttachmentKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A picture of the item.
  case photo
  /// A receipt or an invoice.
  case receipt
  /// How to use it.
  case manual
  /// What the maker promises.
  case warranty
  /// What an expert says it is worth.
  case appraisal
  /// Anything else.
  case other

  /// What a file seems to be, by its media type and the words of its name.
  public init(guessing fileName: String, mediaType: String) {
    let name = fileName.lowercased()
    let known = Self.words.first { _, words in words.contains { name.contains($0) } }
    self = known?.kind ?? (mediaType.hasPrefix("image/") ? .photo : .other)
  }

  /// What the names of files of a kind often hold.
  private static let words: [(kind: AttachmentKind, words: [String])] = [
    (.receipt, ["receipt", "invoice", "rechnung", "quittung", "facture", "bill"]),
    (.warranty, ["warranty", "guarantee", "garantie"]),
    (.appraisal, ["appraisal", "valuation", "gutachten"]),
    (.manual, ["manual", "handbook", "instructions", "anleitung"]),
  ]

  /// What one of the kind is called.
  public var word: String { rawValue }
}
