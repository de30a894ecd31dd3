import Reprise

/// The names that the kernel gives to what a person plugs in.
nonisolated enum DeviceName {
  /// What stands before the digits of a name, by the directory in that of the devices.
  private static let numbered: [String: [(stem: String, kind: Accessory.Kind)]] = [
    "": [("ttyUSB", .serialPort), ("ttyACM", .serialPort), ("video", .camera)],
    "input": [("event", .input)],
  ]

  /// The directories to look into.
  static let directories = numbered.keys.sorted()

  /// What a name stands for; `nil` for every name that is not wholly as the kernel writes it.
  static func kind(of name: String, in directory: String) -> Accessory.Kind? {
    guard name.utf8.count <= 20, let stems = numbered[directory] else { return nil }
    for (stem, kind) in stems where name.hasPrefix(stem) {
      return isNumber(name.utf8.dropFirst(stem.utf8.count)) ? kind : nil
    }
    return directory.isEmpty && isDisk(name) ? .disk : nil
  }

  /// Whether it is `sdb`, `sdb1`, `mmcblk0` or `mmcblk0p1`.
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
