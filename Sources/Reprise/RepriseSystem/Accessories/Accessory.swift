import Foundation
import Glibc
import Reprise

/// A device or volume that a person plugs in (contract 8.6, table 4-1).
///
/// ```swift
/// application.observe(.accessories, with: self) { [weak self] news in
///   if news.connected.contains(where: { $0.kind == .camera }) { self?.offerThePicture() }
/// }
/// ```
///
/// ```swift
/// let cameras = application.accessories.filter { (accessory: Accessory) in
///   accessory.kind == .camera
/// }
/// ```
nonisolated public struct Accessory: Hashable, Sendable {
  /// A kind of accessory.
  public enum Kind: Hashable, Sendable {
    /// A serial port, such as a label printer: `/dev/ttyUSB0`, `/dev/ttyACM0`.
    case serialPort
    /// A keyboard, a mouse or a barcode scanner: `/dev/input/event7`.
    case input
    /// A USB stick, a memory card or a partition: `/dev/sdb1`, `/dev/mmcblk0p1`.
    case disk
    /// A camera: `/dev/video0`.
    case camera
    /// The files of a disk, in the directory where they are mounted.
    case volume
  }

  /// The kind of accessory.
  public let kind: Kind

  /// The device file, or the directory of a volume.
  ///
  /// The disk's owner chooses the name of its directory: show it in views, which make it harmless.
  public let path: String

  /// Differs for another accessory at the same path.
  let identity: UInt64
}

/// Reads from the system's files which accessories are plugged in.
nonisolated enum PluggedIn {
  /// Everything that is plugged in now.
  ///
  /// - Parameters:
  ///   - devices: The directory of the devices; `nil` to skip devices.
  ///   - mounts: The kernel's mount table; `nil` to skip volumes.
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
      // A link or directory with a device's name is not a device.
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

/// The kernel's names of accessories.
nonisolated enum DeviceName {
  /// The prefix of numbered names, by subdirectory of the device directory.
  private static let numbered: [String: [(stem: String, kind: Accessory.Kind)]] = [
    "": [("ttyUSB", .serialPort), ("ttyACM", .serialPort), ("video", .camera)],
    "input": [("event", .input)],
  ]

  /// The directories to look into.
  static let directories = numbered.keys.sorted()

  /// The kind of device for a name; `nil` if the kernel does not use names of this form.
  static func kind(of name: String, in directory: String) -> Accessory.Kind? {
    guard name.utf8.count <= 20, let stems = numbered[directory] else { return nil }
    for (stem, kind) in stems where name.hasPrefix(stem) {
      return isNumber(name.utf8.dropFirst(stem.utf8.count)) ? kind : nil
    }
    return directory.isEmpty && isDisk(name) ? .disk : nil
  }

  /// Whether the name has the form of `sdb`, `sdb1`, `mmcblk0` or `mmcblk0p1`.
  private static func isDisk(_ name: String) -> Bool {
    if name.hasPrefix("sd") {
      let rest = name.utf8.dropFirst(2)
      let part = rest.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      return part.count < rest.count && (part.isEmpty || isNumber(part))
    }
    guard name.hasPrefix("mmcblk") else { return false }
    let parts = name.utf8.dropFirst(6).split(
      separator: UInt8(ascii: "p"), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { isNumber($0) }
  }

  private static func isNumber(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// The kernel's mount table (proc_pid_mountinfo(5)).
nonisolated enum MountTable {
  /// The mount points of devices.
  static func volumes(of path: String) -> [Accessory] {
    guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { volume(in: $0) }
  }

  /// A line: number, parent, device, root, directory, options …, `-`, kind, source, options.
  private static func volume(in line: Data) -> Accessory? {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count >= 9, let dash = words.firstIndex(of: Data("-".utf8)), dash + 2 < words.count
    else { return nil }
    let source = String(decoding: words[dash + 2], as: UTF8.self)
    // Installing a package may mount one of its files, which is not an accessory.
    guard source.hasPrefix("/dev/"), !source.hasPrefix("/dev/loop") else { return nil }
    let directory = unescaped(words[4])
    guard directory.hasPrefix("/"),
      let number = UInt64(String(decoding: words[0], as: UTF8.self))
    else { return nil }
    return Accessory(kind: .volume, path: directory, identity: number)
  }

  /// Decodes blanks, line ends and backslashes, which are written as three octal digits.
  private static func unescaped(_ word: Data) -> String {
    var (bytes, rest) = ([UInt8](), ArraySlice(word))
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(3), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let code = UInt8(digits, radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
