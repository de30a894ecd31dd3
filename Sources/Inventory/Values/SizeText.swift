/// Formats sizes of files for people.
package enum SizeText {
  /// `812 bytes`, `3.4 MB`: in powers of a thousand, as disks are sold.
  package static func text(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (tenths, unit) = (bytes / 100, 0)
    while tenths >= 10_000, unit < units.count - 1 { (tenths, unit) = (tenths / 1000, unit + 1) }
    let number =
      tenths >= 1000 || tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(number) \(units[unit])"
  }

  private static let units = ["kB", "MB", "GB", "TB", "PB"]
}
