/// The length of a file in words.
public enum SizeText {
  /// `812 bytes`, `3.5 MB`, rounded, in powers of a thousand, as disks are sold.
  public static func text(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (size, unit): (Int64, Int) = (1000, 0)
    // A length that rounds to a thousand is one of the next unit.
    while rounded(bytes, size) >= 1000, unit < units.count - 1 {
      (size, unit) = (size * 1000, unit + 1)
    }
    let tenths = rounded(bytes, size / 10)
    let isWhole = tenths >= 1000 || tenths % 10 == 0
    let number = isWhole ? "\(rounded(bytes, size))" : "\(tenths / 10).\(tenths % 10)"
    return "\(number) \(units[unit])"
  }

  private static func rounded(_ bytes: Int64, _ size: Int64) -> Int64 {
    bytes / size + (bytes % size) * 2 / size
  }

  private static let units = ["kB", "MB", "GB", "TB", "PB"]
}
