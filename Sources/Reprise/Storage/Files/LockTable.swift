import Foundation

/// The kernel's table of locks (`/proc/locks`), which names the holder of each.
package enum LockTable {
  /// The process that holds the exclusive lock on a file, if the table shows one; 0 if the kernel
  /// doesn't reveal which.
  package static func owner(of path: String) -> pid_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let table = String(decoding: contents(of: "/proc/locks"), as: UTF8.self)
    return owner(of: status, in: table) { device(of: path) }
  }

  /// Finds the process that has locked a file in the kernel's table.
  ///
  /// Files on two file systems may share an inode number, so the device must match as well. The
  /// table names the file system's device, which `stat` does not always report.
  ///
  /// - Parameter device: Looks up the file system's device, as `fe:00`; `nil` where it is unknown.
  package static func owner(of status: stat, in table: String, device: () -> String?) -> pid_t? {
    for line in table.split(separator: "\n") {
      // `12: FLOCK ADVISORY WRITE 4711 fe:00:815 0 EOF`
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[3] == "WRITE" else {
        continue
      }
      let place = fields[5].split(separator: ":")
      guard place.count == 3, UInt64(place[2]) == UInt64(status.st_ino),
        let numbers = numbers(place[0], place[1])
      else { continue }
      let isThere =
        numbers == (major(status.st_dev), minor(status.st_dev))
        || (device()?.split(separator: ":")).map { parts in
          parts.count == 2 && Self.numbers(parts[0], parts[1]).map { $0 == numbers } ?? false
        } ?? true
      if isThere { return pid_t(fields[4]) ?? 0 }
    }
    return nil
  }

  private static func numbers(_ major: Substring, _ minor: Substring) -> (UInt32, UInt32)? {
    guard let major = UInt32(major, radix: 16), let minor = UInt32(minor, radix: 16) else {
      return nil
    }
    return (major, minor)
  }

  private static func major(_ device: dev_t) -> UInt32 {
    UInt32((device >> 8) & 0xFFF) | UInt32((device >> 32) & 0xFFFF_F000)
  }

  private static func minor(_ device: dev_t) -> UInt32 {
    UInt32(device & 0xFF) | UInt32((device >> 12) & 0xFFFF_FF00)
  }

  /// The device of a file's file system, in hexadecimal digits, from the list of mounts.
  private static func device(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let facts = String(decoding: contents(of: "/proc/self/fdinfo/\(descriptor)"), as: UTF8.self)
    guard
      let mount = facts.split(separator: "\n").first(where: { $0.hasPrefix("mnt_id:") })?
        .drop(while: { !$0.isNumber })
    else { return nil }
    let mounts = String(decoding: contents(of: "/proc/self/mountinfo"), as: UTF8.self)
    for line in mounts.split(separator: "\n") {
      // `36 35 98:0 /mnt1 /mnt2 rw …`
      let fields = line.split(separator: " ", maxSplits: 3)
      guard fields.count == 4, fields[0] == mount else { continue }
      let parts = fields[2].split(separator: ":").compactMap { UInt32($0) }
      guard parts.count == 2 else { return nil }
      return String(parts[0], radix: 16) + ":" + String(parts[1], radix: 16)
    }
    return nil
  }

  /// Whether a failed lock is worth another attempt: its owner was killed and is still exiting, or
  /// has just released it.
  package static func isOwnerExiting(of path: String) -> Bool {
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

  /// Reads a whole file of `/proc`.
  ///
  /// Its reported size is zero and each read returns one page, so Foundation would stop after the
  /// first.
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
