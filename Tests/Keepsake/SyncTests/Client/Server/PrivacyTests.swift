import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// The companion process hides the password and uses no time while idle.
@Suite struct PrivacyTests {
  @Test func thePasswordIsInNeitherArgumentsNorEnvironment() throws {
    let house = try TestHousehold()
    _ = try house.create()
    let authority = try SharedServer.get().certificates.authority
    let address = house.server.networkAddress(house.database, host: "localhost")
    let anna = try house.join(address: address + "?sslrootcert=\(authority)")
    let companion = anna.line.companionIdentifier
    let arguments = try String(contentsOfFile: "/proc/\(companion)/cmdline", encoding: .utf8)
    #expect(arguments == "\(house.program)\0")
    // Only a superuser can read these of a process that isn't dumpable.
    if geteuid() == 0 {
      let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(companion)/environ"))
      #expect(environment.allSatisfy { $0 == 0 })
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(companion)/fd")
      // Input, output, the null device for errors, and the socket to the server.
      #expect(files.count == 4)
    }
  }

  @Test func theCompanionSleepsWhileIdle() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let path = "/proc/\(anna.line.companionIdentifier)/status"
    let switches = {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("ctxt_switches") }
    }
    usleep(200_000)
    let before = try switches()
    #expect(before.count == 2)
    usleep(1_000_000)
    #expect(try switches() == before)
  }
}
