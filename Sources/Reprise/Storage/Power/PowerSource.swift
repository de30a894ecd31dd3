import Foundation

/// The machine's power source.
public enum PowerSource {
  /// The sysfs directory of power supplies.
  public static let directory = "/sys/class/power_supply"

  /// Whether it runs on battery: it has a mains adapter, and none supplies power.
  public static var isOnBattery: Bool { isOnBattery(in: directory) }

  /// The same by the files of a directory.
  public static func isOnBattery(in directory: String) -> Bool {
    var hasMains = false
    for supply in supplies(directory) where text("\(supply)/type") == "Mains" {
      hasMains = true
      if text("\(supply)/online") == "1" { return false }
    }
    return hasMains
  }

  /// How full the batteries are that run the machine, in percent; `nil` without any.
  public static func charge(in directory: String) -> Int? {
    let levels = supplies(directory).compactMap { supply -> Int? in
      // That of a mouse has this scope, too.
      guard text("\(supply)/type") == "Battery", text("\(supply)/scope") != "Device" else {
        return nil
      }
      return Int(text("\(supply)/capacity")).map { min(max($0, 0), 100) }
    }
    return levels.isEmpty ? nil : levels.reduce(0, +) / levels.count
  }

  private static func supplies(_ directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.map { "\(directory)/\($0)" }
  }

  private static func text(_ path: String) -> String {
    let bytes = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return bytes.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
