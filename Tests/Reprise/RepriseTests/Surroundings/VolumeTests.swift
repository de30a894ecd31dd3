@testable import RepriseSystem
import Foundation
import RepriseTesting
import TestSupport
import Testing

@testable import Reprise

/// The files of a stick are told when the system mounts it.
@Suite(.waitsForProcesses) struct VolumeTests {
  private final class Ears {
    var told: [SystemNews] = []
  }

  @Test func volumesAreWhatIsMountedFromADevice() throws {
    let home = TemporaryHome()
    let table = home.path + "/mountinfo"
    try """
    36 35 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    40 36 0:5 / /proc rw - proc proc rw
    41 36 7:3 / /snap/core/1 ro - squashfs /dev/loop3 ro
    52 36 8:17 / /media/anna/MY\\040STICK\\134\\011 rw - vfat /dev/sdb1 rw
    x 36 8:18 / /media/anna/odd rw - vfat /dev/sdb2 rw
    53 36 8:19 / relative rw - vfat /dev/sdb3 rw
    54 36 8:20 / /media/anna/short rw -
    """.write(toFile: table, atomically: true, encoding: .utf8)
    var files = SystemFiles()
    files.mounts = table
    let application = try Pilot.showing(files: files) { ViewController() }.application
    #expect(application.accessories.map(\.path) == ["/", "/media/anna/MY STICK\\\t"])
    #expect(application.accessories.allSatisfy { $0.kind == .volume })
  }

  /// A process that sees mounts of its own, and mounts something when it reads a line.
  private final class Namespace {
    private let process: ChildProcess
    private let input = Pipe()
    private let output = Pipe()

    init?() throws {
      process = try ChildProcess(
        "/usr/bin/unshare",
        [
          "-Urm", "sh", "-c",
          "echo ready; read x; mount -t tmpfs /dev/sdz9 /mnt; read x; umount /mnt; read x",
        ],
        environment: ["PATH": "/usr/bin:/bin"],
        streams: [
          input.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor,
          nil,
        ])
      try output.fileHandleForWriting.close()
      guard output.fileHandleForReading.availableData.count > 0 else { return nil }
    }

    var table: String { "/proc/\(process.identifier)/mountinfo" }

    func goOn() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    isolated deinit {
      try? input.fileHandleForWriting.close()
      process.waitForEnd()
    }
  }

  /// Whether the system lets a login have mounts of its own.
  private nonisolated static var hasNamespaces: Bool {
    let process = try? ChildProcess(
      "/usr/bin/unshare", ["-Urm", "mount", "-t", "tmpfs", "/dev/sdz9", "/mnt"],
      environment: ["PATH": "/usr/bin:/bin"])
    return process?.waitForEnd() == 0
  }

  @Test(.enabled(if: hasNamespaces, "needs the right to have mounts of its own"))
  func mountIsReportedWhileTheAppRuns() async throws {
    let namespace = try #require(try Namespace())
    var files = SystemFiles()
    files.mounts = namespace.table
    let pilot = try Pilot.showing(files: files) { ViewController() }
    let ears = Ears()
    pilot.application.observe(.accessories, with: ears) { [ears] in ears.told.append($0) }
    namespace.goOn()
    try await pilot.wait { ears.told.count == 1 }
    namespace.goOn()
    try await pilot.wait { ears.told.count == 2 }
    #expect(ears.told.map { $0.connected.map(\.path) } == [["/mnt"], []])
    #expect(ears.told.map { $0.disconnected.map(\.path) } == [[], ["/mnt"]])
  }
}
