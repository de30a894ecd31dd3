import Foundation

/// The kernel's list of locks, for looking at locks without trying to take them.
enum KernelLocks {
  /// The process that has locked a file with `flock`, as far as the kernel tells; 0 for one that it
  /// does not tell of.
  static func owner(of path: String) -> pid_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    for line in String(decoding: list(), as: UTF8.self).split(separator: "\n") {
      // `12: FLOCK ADVISORY WRITE 4711 fe:00:815 0 EOF`
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(status.st_ino)
      else { continue }
      return pid_t(fields[4]) ?? 0
    }
    return nil
  }

  /// Whether a lock that could not be taken is worth another attempt: its owner was killed and lets
  /// go any moment, or has let go just now.
  static func isOwnerEnding(of path: String) -> Bool {
    guard let owner = owner(of: path) else { return true }
    guard owner > 0 else { return false }
    let status = String(decoding: contents(of: "/proc/\(owner)/status"), as: UTF8.self)
    guard !status.isEmpty else { return true }
    let fields = status.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    for field in fields where field.count == 2 {
      let value = field[1].drop { $0 == "\t" || $0 == " " }
      switch field[0] {
      case "State": if value.hasPrefix("Z") || value.hasPrefix("X") { return true }
      case "SigPnd", "ShdPnd":
        let kill = UInt64(1) << UInt64(SIGKILL - 1)
        if let pending = UInt64(value, radix: 16), pending & kill != 0 { return true }
      default: continue
      }
    }
    return false
  }

  /// It says of itself that it is empty and comes a page at a time, of which Foundation reads only
  /// the first.
  private static func list() -> [UInt8] { contents(of: "/proc/locks") }

  private static func contents(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &page, page.count)
      guard count > 0 else { return bytes }
      bytes += page[..<count]
    }
  }
}
