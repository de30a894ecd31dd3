import Foundation

/// Parts of an inventory in CSV.
enum InventoryFile {
  /// Writes the first half of a file, up to the end of a record, into a directory; returns the
  /// path.
  static func half(of path: String, in directory: String) throws -> String {
    try part(of: path, as: directory + "/half.csv") { _, end, size in end >= size / 2 }
  }

  /// Writes the header and the first records of a file into a directory; returns the path.
  static func first(_ count: Int, of path: String, in directory: String) throws -> String {
    try part(of: path, as: directory + "/first.csv") { records, _, _ in records > count }
  }

  /// Copies a file up to the record for which `isEnough` returns true, given the number of records
  /// so far, the end of the last one and the size of the file.
  private static func part(
    of path: String, as target: String, isEnough: (_ records: Int, _ end: Int, _ size: Int) -> Bool
  ) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var isQuoted = false
    var (records, end) = (0, 0)
    for (position, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted {
        records += 1
        end = position + 1
        if isEnough(records, end, bytes.count) { break }
      }
    }
    try bytes.prefix(end).write(to: URL(filePath: target))
    return target
  }
}
