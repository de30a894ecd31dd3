import Foundation
import Testing

@testable import Storage

@Suite struct PowerSourceTests {
  private func isOnBattery(_ supplies: [String: [String: String]]) throws -> Bool {
    let directory = NSTemporaryDirectory() + "power-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for (supply, files) in supplies {
      try FileManager.default.createDirectory(
        atPath: "\(directory)/\(supply)", withIntermediateDirectories: true)
      for (name, text) in files {
        try Data("\(text)\n".utf8).write(to: URL(filePath: "\(directory)/\(supply)/\(name)"))
      }
    }
    return PowerSource.isOnBattery(in: directory)
  }

  @Test func aLaptopIsOnBatteryWithoutItsAdapter() throws {
    let battery = ["type": "Battery", "status": "Discharging"]
    #expect(try isOnBattery(["AC": ["type": "Mains", "online": "0"], "BAT0": battery]))
    #expect(try !isOnBattery(["AC": ["type": "Mains", "online": "1"], "BAT0": battery]))
  }

  @Test func oneAdapterOfTwoIsEnough() throws {
    let off = ["type": "Mains", "online": "0"]
    let on = ["type": "Mains", "online": "1"]
    #expect(try !isOnBattery(["AC": off, "USB": on]))
  }

  @Test func aMachineWithoutAdaptersHasMains() throws {
    #expect(try !isOnBattery([:]))
    #expect(try !isOnBattery(["mouse": ["type": "Battery"]]))
  }
}
