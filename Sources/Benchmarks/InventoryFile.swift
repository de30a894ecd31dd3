import Foundation

/// Parts of an inventory in CSV.
enum InventoryFile {
  /// Writes the first half of a file, to the end of a record, into a directory; gives the path.
  static func half(of path: String, in directory: String) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var isQuoted = false
    var end = 0
    for (position, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted {
        end = position + 1
        if end >= bytes.count / 2 { break }
      }
    }
    let part = directory + "/half.csv"
    try bytes.prefix(end).write(to: URL(filePath: part))
    return part
  }
}
