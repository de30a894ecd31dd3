import Foundation

/// What tells a private place without its keys.
extension Place {
  /// What the notes of a masked one begin with; what is sealed follows.
  static let sealedPrefix = "keepsake-private:"

  /// What the name of a masked one begins with; digits of its identity follow, since places beside each other differ in their
  /// names.
  public static let privateName = "Private place"

  /// A condition in SQL for masked places; that of an index.
  static let maskedCondition = "notes >= 'keepsake-private:' AND notes < 'keepsake-private;'"

  /// Whether its name is sealed.
  public var isMasked: Bool { notes.hasPrefix(Self.sealedPrefix) }

  var maskedName: String { "\(Self.privateName) \(uuid.uuidString.prefix(8))" }

  var sealedText: String? {
    isMasked ? String(notes.dropFirst(Self.sealedPrefix.count)) : nil
  }
}
