/// What tells a private attachment without its keys.
extension Attachment {
  /// What the title of a masked one begins with; what is sealed follows.
  static let sealedPrefix = "keepsake-private:"

  /// What one is called by everything that cannot open it.
  public static let privateName = "Private file"

  /// Whether it is private and masked.
  public var isMasked: Bool { title.hasPrefix(Self.sealedPrefix) }

  var sealedText: String? {
    isMasked ? String(title.dropFirst(Self.sealedPrefix.count)) : nil
  }
}
