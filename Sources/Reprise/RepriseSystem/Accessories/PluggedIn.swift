import Reprise
import Glibc

/// Reads from the system's files what is plugged in.
nonisolated enum PluggedIn {
  /// What there is now.
  ///
  /// - Parameters:
  ///   - devices: The directory of the devices; `nil`: none are looked for.
  ///   - mounts: The kernel's table of what is mounted; `nil`: no volumes are looked for.
  static func all(devices: String?, mounts: String?) -> Set<Accessory> {
    var found = Set<Accessory>()
    if let devices {
      for directory in DeviceName.directories { found.formUnion(all(in: directory, of: devices)) }
    }
    if let mounts { found.formUnion(MountTable.volumes(of: mounts)) }
    return found
  }

  private static func all(in directory: String, of devices: String) -> [Accessory] {
    let path = directory.isEmpty ? devices : "\(devices)/\(directory)"
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var found: [Accessory] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let kind = DeviceName.kind(of: name, in: directory) else { continue }
      var status = stat()
      // A link or a directory of such a name is no device.
      guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        ![S_IFLNK, S_IFDIR].contains(status.st_mode & S_IFMT)
      else { continue }
      // The kernel makes a new file for each device that comes. Writing to one changes its time.
      found.append(
        Accessory(kind: kind, path: "\(path)/\(name)", identity: UInt64(status.st_ino)))
    }
    return found
  }
}
