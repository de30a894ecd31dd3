/// Lengths of files in words.
nonisolated public enum ByteText {
  /// A length with its unit: `960 bytes`, `96 KiB`, `1.5 MiB`.
  public static func text(_ count: Int) -> String {
    switch count {
    case ..<1024: "\(count) bytes"
    case ..<(1 << 20): "\((count + 512) >> 10) KiB"
    default: "\(count >> 20).\((count & 0xF_FFFF) * 10 >> 20) MiB"
    }
  }
}
