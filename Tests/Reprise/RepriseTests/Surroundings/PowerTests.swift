@testable import RepriseSystem
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// A battery that is fuller or emptier, and an adapter that comes or goes, are told (contract 8.6, table 4-1).
@Suite struct PowerTests {
  private final class Ears {
    var count = 0
  }

  private let home = TemporaryHome()
  private let pilot: Pilot
  private let ears = Ears()

  init() throws {
    var files = SystemFiles()
    files.power = home.path
    pilot = try Pilot.showing(files: files) { ViewController() }
    pilot.application.stopProcess = { true }
    try write("AC", ["type": "Mains", "online": "1"])
    try write("BAT0", ["type": "Battery", "capacity": "80"])
    try write("mouse", ["type": "Battery", "scope": "Device", "capacity": "3"])
  }

  private func write(_ supply: String, _ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/\(supply)", withIntermediateDirectories: true)
    for (name, text) in files {
      try Data("\(text)\n".utf8).write(to: URL(filePath: "\(home.path)/\(supply)/\(name)"))
    }
  }

  private func observe() {
    pilot.application.observe(.power, with: ears) { [ears] in ears.count += 1 }
  }

  /// Stops the app, and continues it after a change.
  private func meanwhile(_ body: () throws -> Void) throws {
    try pilot.send(.signal(.suspend))
    try body()
    try pilot.send(.signal(.resume))
  }

  @Test func rule_8_6_2_aStoppedAppHearsOnceThatItRunsOnBattery() throws {
    observe()
    try meanwhile {
      try write("AC", ["online": "0"])
      try write("BAT0", ["capacity": "79"])
      #expect(ears.count == 0)
    }
    #expect(ears.count == 1)
    #expect(pilot.application.power?.isOnBattery == true)
  }

  @Test func aStoppedAppHearsThatItsBatteryIsEmptier() throws {
    observe()
    try meanwhile { try write("BAT0", ["capacity": "20"]) }
    #expect(ears.count == 1)
    #expect(pilot.application.power?.charge == 20)
  }

  @Test func mouseBatteryAndUnchangedStateAreNoChange() throws {
    observe()
    try meanwhile {
      try write("mouse", ["capacity": "90"])
      try write("AC", ["online": "0"])
      try write("AC", ["online": "1"])
    }
    #expect(ears.count == 0)
  }

  @Test func nothingListensWithoutAnObserver() {
    #expect(!pilot.application.systemEvents.isWatching(.power))
    observe()
    #expect(pilot.application.systemEvents.isWatching(.power))
  }

  @Test func whileItRunsTheKernelSaysWhenToLook() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    let monitor = PowerMonitor(descriptor: ends[1]) { [ears] in ears.count += 1 }
    func say(_ event: String) {
      let bytes = Array(event.utf8)
      #expect(send(ends[0], bytes, bytes.count, 0) == bytes.count)
    }
    say("add@/devices/usb1\0ACTION=add\0SUBSYSTEM=usb\0")
    say("x\0NAME=SUBSYSTEM=power_supply\0SUBSYSTEM=power_supplyx\0")
    say("")
    try await Task.sleep(for: .milliseconds(50))
    #expect(ears.count == 0)
    say("change@/devices/BAT0\0ACTION=change\0SUBSYSTEM=power_supply\0SEQNUM=7\0")
    try await pilot.wait { ears.count == 1 }
    withExtendedLifetime(monitor) {}
  }
}
