import Foundation

/// Where the machine takes its power from.
package enum PowerSource {
  /// Whether it runs on battery: there is an adapter for the mains, and none gives power.
  package static var isOnBattery: Bool { isOnBattery(in: "/sys/class/power_supply") }

  /// The same by the files of a directory.
  static func isOnBattery(in directory: String) -> Bool {
    let supplies = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var hasMains = false
    for supply in supplies {
      guard text("\(directory)/\(supply)/type") == "Mains" else { continue }
      hasMains = true
      if text("\(directory)/\(supply)/online") == "1" { return false }
    }
    return hasMains
  }

  private static func text(_ path: String) -> String {
    let bytes = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return bytes.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
