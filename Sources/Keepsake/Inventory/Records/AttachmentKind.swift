import Foundation

/// What an attached file proves.
public enum AttachmentKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A picture of the item.
  case photo
  /// A receipt or an invoice.
  case receipt
  /// The instructions.
  case manual
  /// The terms of the warranty.
  case warranty
  /// An expert's valuation.
  case appraisal
  /// Anything else.
  case other

  /// Guesses the kind from media type and name.
  public init(guessing fileName: String, mediaType: String) {
    let name = fileName.lowercased()
    let known = Self.words.first { _, words in words.contains { name.contains($0) } }
    self = known?.kind ?? (mediaType.hasPrefix("image/") ? .photo : .other)
  }

  /// Words in the names of files of each kind.
  private static let words: [(kind: AttachmentKind, words: [String])] = [
    (.receipt, ["receipt", "invoice", "rechnung", "quittung", "facture", "bill"]),
    (.warranty, ["warranty", "guarantee", "garantie"]),
    (.appraisal, ["appraisal", "valuation", "gutachten"]),
    (.manual, ["manual", "handbook", "instructions", "anleitung"]),
  ]

  /// The word for the kind.
  public var word: String { rawValue }
}
