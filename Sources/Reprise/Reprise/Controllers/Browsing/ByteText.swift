import Storage

/// Lengths of files in words.
nonisolated public enum ByteText {
  /// A length with its unit, rounded, in powers of a thousand: `960 bytes`, `96 kB`, `1.5 MB`.
  public static func text(_ count: Int) -> String { SizeText.text(Int64(count)) }
}
