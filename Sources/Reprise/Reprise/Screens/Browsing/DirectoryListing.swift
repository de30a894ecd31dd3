import Foundation
import Storage

/// An entry of a directory, as a browser shows it.
nonisolated public struct DirectoryEntry: Identifiable, Hashable, Sendable {
  /// The kind of the entry; for a link, that of its target.
  public enum Kind: Hashable, Sendable {
    /// A directory.
    case directory
    /// A file.
    case file
    /// A pipe, a device, a link to nothing.
    case other
  }

  /// Its name in the directory; `..` for the directory around.
  ///
  /// If the name isn't UTF-8, each byte outside the text is written as `\xE9`; see ``isNameText``.
  public let name: String

  /// Whether the name is UTF-8 text, so that it leads to the file.
  public let isNameText: Bool

  /// The kind of the entry.
  public let kind: Kind

  /// Its length in bytes, of a file.
  public let bytes: Int

  /// The name, which no two things in a directory share.
  public var id: String { isNameText ? name : name + "\u{0}" }
}

/// Why a directory cannot be listed, in one line.
nonisolated struct DirectoryFailure: Error {
  let message: String
}

/// Reads directories for a browser.
nonisolated enum DirectoryListing {
  /// The entries of a directory: the parent, directories, then files, each by name.
  ///
  /// - Throws: The reason why it cannot be read, in one line.
  static func entries(
    of path: String, showsHidden: Bool
  ) throws(DirectoryFailure) -> [DirectoryEntry] {
    guard let directory = opendir(path) else {
      throw DirectoryFailure(
        message: "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    defer { closedir(directory) }
    var entries: [DirectoryEntry] = []
    while let entry = readdir(directory) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let text = String(validating: bytes, as: UTF8.self)
      let name = text ?? shown(bytes)
      guard name != ".", name != "..", showsHidden || !name.hasPrefix(".") else { continue }
      var status = stat()
      // By its bytes: a name may be no UTF-8.
      let isKnown = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          fstatat(dirfd(directory), $0, &status, 0) == 0
        }
      }
      let kind: DirectoryEntry.Kind =
        switch isKnown ? status.st_mode & S_IFMT : 0 {
        case S_IFDIR: .directory
        case S_IFREG: .file
        default: .other
        }
      entries.append(
        DirectoryEntry(
          name: name, isNameText: text != nil, kind: kind, bytes: Int(status.st_size)))
    }
    entries.sort(by: comesBefore)
    let out = DirectoryEntry(name: "..", isNameText: true, kind: .directory, bytes: 0)
    return path == "/" ? entries : [out] + entries
  }

  /// The reason for refusing a file or directory by its name.
  static let notText = "its name is not UTF-8 text; rename it first"

  /// Writes a name that isn't UTF-8, with the offending bytes as `\xE9`.
  private static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length, length <= rest.count {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (byte < 16 ? "0" : "") + digits
        rest = rest.dropFirst()
      }
    }
    return text
  }

  private static func comesBefore(_ one: DirectoryEntry, _ other: DirectoryEntry) -> Bool {
    let (isFirst, isSecond) = (one.kind == .directory, other.kind == .directory)
    if isFirst != isSecond { return isFirst }
    let order = one.name.compare(other.name, options: [.caseInsensitive, .numeric])
    return order == .orderedSame ? one.name < other.name : order == .orderedAscending
  }

  /// The directory itself, or the nearest around it that is there.
  static func nearest(_ path: String) -> String {
    var path = TypedPaths.standardized(path)
    var isDirectory: ObjCBool = false
    while path != "/" {
      if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
        isDirectory.boolValue
      {
        return path
      }
      path = TypedPaths.standardized(path + "/..")
    }
    return path
  }

  /// The end of a path that has room in a bar, and whether that is all of it.
  static func title(of path: String) -> String {
    let parts = path.split(separator: "/")
    guard !parts.isEmpty else { return "/" }
    return (parts.count > 2 ? "…/" : "/") + parts.suffix(2).joined(separator: "/") + "/"
  }
}

/// Lengths of files in words.
nonisolated public enum ByteText {
  /// A length with its unit, rounded, in powers of a thousand: `960 bytes`, `96 kB`, `1.5 MB`.
  public static func text(_ count: Int) -> String { SizeText.text(Int64(count)) }
}
