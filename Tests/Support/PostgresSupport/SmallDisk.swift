import Foundation

/// A disk with little room, which a test fills and makes room on.
///
/// Only root can mount it, and in a container not even root may.
public final class SmallDisk {
  /// Where it is mounted.
  public let directory: String

  /// What takes the room away.
  private var filler: String { directory + "/filler" }

  /// Whether this process may make one.
  public static let isAllowed = (try? SmallDisk(megabytes: 1)) != nil

  /// Makes an empty disk, of which something is taken away at first.
  ///
  /// - Parameters:
  ///   - megabytes: How large it is.
  ///   - kept: How many of these ``makeRoom()`` gives back.
  public init(megabytes: Int, kept: Int = 0) throws {
    directory = NSTemporaryDirectory() + "small-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    guard mount("tmpfs", directory, "tmpfs", 0, "size=\(megabytes)m,mode=777") == 0 else {
      rmdir(directory)
      throw PostgresPrograms.Failure(description: "mount: \(String(cString: strerror(errno)))")
    }
    try Data(count: kept << 20).write(to: URL(fileURLWithPath: filler))
  }

  deinit {
    umount2(directory, Int32(MNT_DETACH))
    rmdir(directory)
  }

  /// Takes all the room that is left.
  public func fill() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
    defer { try? file.close() }
    try file.seekToEnd()
    for size in [1 << 20, 4096] {
      let piece = Data(count: size)
      while (try? file.write(contentsOf: piece)) != nil {}
    }
  }

  /// Gives back what was taken away.
  ///
  /// The file is not removed: that makes no room while a child that another test started then has it open.
  public func makeRoom() throws {
    guard truncate(filler, 0) == 0 else {
      throw PostgresPrograms.Failure(description: "truncate: \(String(cString: strerror(errno)))")
    }
  }
}

extension PostgresServer {
  /// Makes a database whose tables lie on a disk, and returns its name.
  public func makeDatabase(on disk: SmallDisk) throws -> String {
    try own(disk.directory)
    let name = "t" + String(UInt64.random(in: .min ... .max), radix: 36)
    try runSQL("create tablespace \(name) location '\(disk.directory)'", database: "postgres")
    return try makeDatabase(tablespace: name)
  }
}
