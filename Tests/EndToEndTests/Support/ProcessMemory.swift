import Foundation

/// The writable memory of another process.
enum ProcessMemory {
  struct Unreadable: Error {}

  static func holds(_ words: String, in process: pid_t) throws -> Bool {
    try holds(Data(words.utf8), in: process)
  }

  static func holds(_ wanted: Data, in process: pid_t) throws -> Bool {
    let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
    let descriptor = open("/proc/\(process)/mem", O_RDONLY)
    guard descriptor >= 0 else { throw Unreadable() }
    defer { close(descriptor) }
    for line in maps.split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-")
        .compactMap { UInt64($0, radix: 16) }
      guard range.count == 2, line.contains("rw"), !line.hasSuffix("[vvar]") else { continue }
      if try part(of: descriptor, range[0]..<range[1]).range(of: wanted) != nil { return true }
    }
    return false
  }

  private static func part(of descriptor: Int32, _ range: Range<UInt64>) throws -> Data {
    var bytes = Data(count: Int(min(range.upperBound - range.lowerBound, 1 << 28)))
    let count = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(range.lowerBound))
    }
    return bytes.prefix(max(0, count))
  }
}
