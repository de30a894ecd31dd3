@testable import RepriseSystem
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Accessories that are plugged in or removed are reported (contract 8.6, table 4-1).
@Suite struct AccessoryTests {
  private final class Ears {
    var told: [SystemNews] = []

    var names: [[String]] {
      told.map { news in
        [(news.disconnected, "-"), (news.connected, "+")].flatMap { things, sign in
          things.map { sign + ($0.path.split(separator: "/").last ?? "") }
        }
      }
    }
  }

  private let devices: DeviceDirectory
  private let pilot: Pilot
  private let ears = Ears()

  init() throws {
    devices = try DeviceDirectory("ttyUSB0", "sdb", "null", "input/event3")
    var files = SystemFiles()
    files.devices = devices.path
    pilot = try Pilot.showing(files: files) { ViewController() }
    pilot.application.stopProcess = { true }
  }

  private func observe() {
    pilot.application.observe(.accessories, with: ears) { [ears] news in ears.told.append(news) }
  }

  @Test func rule_8_6_2_aStoppedAppHearsOnceWhatCameAndWentWhenItRunsAgain() throws {
    observe()
    try pilot.send(.signal(.suspend))
    for name in ["ttyACM1", "video0", "sdb1", "mmcblk0p1"] { try devices.plugIn(name) }
    try devices.plugOut("ttyUSB0")
    // It comes and goes again: no change.
    try devices.plugIn("ttyUSB7")
    try devices.plugOut("ttyUSB7")
    #expect(ears.told.isEmpty)
    try pilot.send(.signal(.resume))
    #expect(ears.names == [["-ttyUSB0", "+mmcblk0p1", "+sdb1", "+ttyACM1", "+video0"]])
  }

  @Test func anotherThingInTheSamePlaceIsOneThatWentAndOneThatCame() throws {
    observe()
    try pilot.send(.signal(.suspend))
    try devices.exchange("sdb")
    try pilot.send(.signal(.resume))
    #expect(ears.names == [["-sdb", "+sdb"]])
  }

  @Test func writingToADeviceIsNoChange() throws {
    observe()
    try pilot.send(.signal(.suspend))
    try Data("x".utf8).append(to: devices.path + "/ttyUSB0")
    try pilot.send(.signal(.resume))
    #expect(ears.told.isEmpty)
  }

  @Test func whileItRunsTheKernelTellsOfBoth() async throws {
    observe()
    try devices.plugIn("ttyACM0")
    try await pilot.wait { ears.told.count == 1 }
    try devices.plugOut("ttyACM0")
    try await pilot.wait { ears.told.count == 2 }
    #expect(ears.names == [["+ttyACM0"], ["-ttyACM0"]])
  }

  /// The kernel makes the directory with the first one.
  @Test func keyboardInANewDirectoryIsReported() async throws {
    try FileManager.default.removeItem(atPath: devices.path + "/input")
    observe()
    try devices.plugIn("input/event7")
    try await pilot.wait { ears.told.count == 1 }
    try devices.plugIn("input/event8")
    try await pilot.wait { ears.told.count == 2 }
    #expect(ears.names == [["+event7"], ["+event8"]])
  }

  @Test func onlyWhatTheKernelCallsSoIsAnAccessory() throws {
    for name in [
      "ttyUSB", "ttyUSBx", "ttyUSB1;reboot", "ttyUSB\u{1B}[2J1", "ttyS0", "sd", "sdB", "sdb1a",
      "sd1",
      "mmcblk", "mmcblk0p", "mmcblk0p1p2", "video٣", "event3", "input/ttyUSB4", "input/sdc",
      "random",
      "ttyUSB00000000000000000000",
    ] {
      try devices.plugIn(name)
    }
    try FileManager.default.createDirectory(
      atPath: devices.path + "/sdd", withIntermediateDirectories: true)
    symlink("/etc/hostname", devices.path + "/sde")
    #expect(
      pilot.application.accessories.map { $0.path.replacing(devices.path, with: "") }
        == ["/input/event3", "/sdb", "/ttyUSB0"])
    #expect(pilot.application.accessories.map(\.kind) == [.input, .disk, .serialPort])
  }

  @Test func nothingIsWatchedWithoutAnObserver() throws {
    #expect(!pilot.application.systemEvents.isWatching(.accessories))
    var passing: Ears? = Ears()
    if let passing { pilot.application.observe(.accessories, with: passing) {} }
    #expect(pilot.application.systemEvents.isWatching(.accessories))
    passing = nil
    pilot.application.systemEvents.lookAround()
    #expect(!pilot.application.systemEvents.isWatching(.accessories))
  }

  @Test func lateObserverIsNotifiedOfLaterChanges() throws {
    try devices.plugIn("ttyACM0")
    observe()
    try devices.plugIn("ttyACM1")
    pilot.application.systemEvents.lookAround()
    #expect(ears.names == [["+ttyACM1"]])
  }
}

extension Data {
  fileprivate func append(to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: self)
    try file.close()
  }
}
