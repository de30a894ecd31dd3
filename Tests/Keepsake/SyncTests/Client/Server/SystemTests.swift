import Foundation
import PostgresSupport
import TestSupport
import Testing

@testable import Sync

/// Faults of the machine.
///
/// Only root can cause them, and in some containers not even root.
@Suite struct SystemTests {
  /// Runs a command for which the library is an empty file.
  @Test(
    .enabled(if: OwnMounts.canReplaceFiles, "needs the right to mount a file over another one"),
    .enabled(if: libraryPath != nil, "needs libpq"))
  func aMissingLibraryIsReported() throws {
    let library = try #require(Self.libraryPath)
    let directory = NSTemporaryDirectory() + "library-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let program = directory + "/line"
    let script = """
      exec /usr/bin/unshare -m /bin/sh -c \
      '/usr/bin/mount --bind /dev/null "$1" && exec "$2"' sh '\(library)' '\(try PostgresProgram.locate())'
      """
    try Script.write(script, to: program)
    let error = try #require(throws: SyncError.self) {
      try SyncClient(
        address: "host=/nonexistent", household: "a", token: Data(), program: program)
    }
    #expect(error == .missingLibrary)
    #expect(error.description == "libpq.so.5 is missing: install libpq5")
  }

  private static let libraryPath: String? = {
    for directory in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"] {
      if let path = realpath("\(directory)/libpq.so.5", nil) {
        defer { free(path) }
        return String(cString: path)
      }
    }
    return nil
  }()

  @Test(.enabled(if: SmallDisk.isAllowed, "needs the right to mount a small disk"))
  func aFullDiskIsReportedAndFreeingSpaceIsEnough() throws {
    let server = try PostgresServer()
    let disk = try SmallDisk(megabytes: 64, kept: 16)
    let house = try TestHousehold(on: server, disk: disk)
    let anna = try house.create()
    try anna.send(operations(1...3), from: "laptop")
    #expect(throws: SyncError.fullDisk) {
      for part in 0..<60 {
        try anna.sendPart(Data(repeating: UInt8(part), count: 1 << 20), of: "abc", part: part)
      }
    }
    // Stored data is intact, and the connection can still be used.
    #expect(try anna.lastSequence() == 3)
    let parts = try anna.parts(of: "abc")
    #expect(parts.count > 2 && parts.values.allSatisfy { $0 == 1 << 20 })
    try disk.makeRoom()
    try anna.sendPart(Data(repeating: 1, count: 1 << 20), of: "abc", part: 60)
    #expect(try anna.send(operations(4...4), from: "laptop") == 4)
  }
}
