import Foundation

/// A small disk that a test fills and frees again.
///
/// Only root can mount it, and in some containers not even root can.
public final class SmallDisk {
  /// The mount point.
  public let directory: String

  /// The file that takes up the space.
  private var filler: String { directory + "/filler" }

  /// Whether this process may mount one.
  public static let isAllowed = (try? SmallDisk(megabytes: 1)) != nil

  /// Creates an empty disk, with some of its space reserved at first.
  ///
  /// - Parameters:
  ///   - megabytes: Its size.
  ///   - kept: The reserved space, which ``makeRoom()`` frees.
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

  /// Uses up the remaining space.
  public func fill() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
    defer { try? file.close() }
    try file.seekToEnd()
    for size in [1 << 20, 4096] {
      let piece = Data(count: size)
      while (try? file.write(contentsOf: piece)) != nil {}
    }
  }

  /// Frees the reserved space.
  ///
  /// The file is truncated instead of removed: a child process of another test may have it open, and would keep its
  /// space in use.
  public func makeRoom() throws {
    guard truncate(filler, 0) == 0 else {
      throw PostgresPrograms.Failure(description: "truncate: \(String(cString: strerror(errno)))")
    }
  }
}

extension PostgresServer {
  /// Creates a database with its tables on a disk, and returns its name.
  public func makeDatabase(on disk: SmallDisk) throws -> String {
    try own(disk.directory)
    let name = "t" + String(UInt64.random(in: .min ... .max), radix: 36)
    try runSQL("create tablespace \(name) location '\(disk.directory)'", database: "postgres")
    return try makeDatabase(tablespace: name)
  }
}
