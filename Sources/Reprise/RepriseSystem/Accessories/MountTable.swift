import Reprise
import Foundation

/// The kernel's table of what is mounted (proc_pid_mountinfo(5)).
nonisolated enum MountTable {
  /// The directories whose files lie on a device.
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
    // Whoever installs a package may mount a file of it, which nobody plugs in.
    guard source.hasPrefix("/dev/"), !source.hasPrefix("/dev/loop") else { return nil }
    let directory = unescaped(words[4])
    guard directory.hasPrefix("/"),
      let number = UInt64(String(decoding: words[0], as: UTF8.self))
    else { return nil }
    return Accessory(kind: .volume, path: directory, identity: number)
  }

  /// Blanks, ends of lines and backslashes are written as three octal digits.
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
