import Foundation
import Testing

@testable import Sync

/// Contents in parts, and the devices of a household.
@Suite struct ContentTests {
  @Test func contentIsStoredAndReadInParts() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let parts = (0..<3).map { Data(repeating: UInt8($0 + 1), count: $0 == 2 ? 7 : 1 << 20) }
    #expect(try anna.parts(of: "abc").isEmpty)
    try anna.sendPart(parts[0], of: "abc", part: 0)
    try anna.sendPart(parts[2], of: "abc", part: 2)
    // The parts that were sent before an interruption aren't sent again.
    #expect(try anna.parts(of: "abc") == [0: 1 << 20, 2: 7])
    try anna.sendPart(parts[1], of: "abc", part: 1)
    try anna.sendPart(Data("other".utf8), of: "abc", part: 1)
    let ben = try house.join()
    for (number, part) in parts.enumerated() {
      #expect(try ben.part(of: "abc", part: number) == part)
    }
    #expect(try ben.part(of: "abc", part: 3) == nil)
    #expect(try ben.part(of: "abd", part: 0) == nil)
    let limit = SyncClient.longestPart
    #expect(throws: SyncError.tooLarge(bytes: limit + 1, limit: limit)) {
      try anna.sendPart(Data(count: limit + 1), of: "abc", part: 0)
    }
  }

  @Test func devicesAreDescribedAndForgotten() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let ben = try house.join()
    try anna.setDevice("laptop", sealed: Data([1]))
    try ben.setDevice("phone", sealed: Data([2]))
    try ben.setDevice("phone", sealed: Data([3]))
    #expect(try anna.takeNotices() || isReadable(anna.descriptor))
    let devices = try anna.devices()
    #expect(devices.map(\.device) == ["laptop", "phone"])
    #expect(devices.map(\.sealed) == [Data([1]), Data([3])])
    _ = try ben.takeNotices()
    try anna.removeDevice("phone")
    #expect(isReadable(ben.descriptor), "the others are notified")
    #expect(try ben.takeNotices())
    #expect(try ben.devices().map(\.device) == ["laptop"])
  }
}
