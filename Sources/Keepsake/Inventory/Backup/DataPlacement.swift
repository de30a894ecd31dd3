import Foundation
import Storage

/// Checks whether a directory is suitable for a database.
///
/// A program that synchronizes folders copies the database and its log at different times, and two machines
/// overwrite each other's changes. Network file systems offer locks that do not hold.
public enum DataPlacement {
  /// The reason why a directory is unsuitable.
  public enum Fault: Hashable, Sendable {
    /// Another program syncs a folder that contains it.
    case synchronised(by: String, folder: String)
    /// It is on a network file system.
    case network(String)
  }

  /// A warning with advice in one line; `nil` if the directory is suitable.
  public static func warning(for directory: String) -> String? {
    let advice = "keep the data on a local disk, and back up to this folder: keepsake backup"
    return switch fault(of: directory) {
    case nil: nil
    case .synchronised(let program, let folder):
      "your data is in \(folder), which \(program) syncs: that can damage it; \(advice) "
        + folder
    case .network(let kind):
      "your data is on a network file system (\(kind)), whose locks are unreliable; \(advice) "
        + directory
    }
  }

  /// The reason why a directory is unsuitable; `nil` if it is suitable.
  public static func fault(of directory: String) -> Fault? {
    if let kind = networkFileSystem(of: directory) { return .network(kind) }
    var path = directory
    while path.count > 1 {
      if let program = synchroniser(of: path) { return .synchronised(by: program, folder: path) }
      guard let slash = path.lastIndex(of: "/") else { return nil }
      path = String(path[..<slash])
    }
    return nil
  }

  /// The program that left its mark in a folder, if one synchronizes it.
  private static func synchroniser(of folder: String) -> String? {
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    if name == "OneDrive" || name.hasPrefix("OneDrive - ") { return "OneDrive" }
    for (mark, program) in marks where access(folder + "/" + mark, F_OK) == 0 { return program }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isNextcloud = names.contains {
      ($0.hasPrefix(".sync_") || $0.hasPrefix("._sync_")) && $0.hasSuffix(".db")
    }
    return isNextcloud ? "Nextcloud" : nil
  }

  private static let marks = [
    (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"), (".stfolder", "Syncthing"),
    (".owncloudsync.log", "ownCloud"), (".nextcloudsync.log", "Nextcloud"),
    (".sync/ID", "Resilio Sync"), (".megaignore", "MEGA"),
  ]

  /// The type of the network file system that a directory is on, if it is on one.
  private static func networkFileSystem(of directory: String) -> String? {
    let type = fileSystemType(of: directory)
    guard type == fuse else { return network[type] }
    // Many local file systems use FUSE as well; the part of the name after the dot identifies them.
    guard let name = mountedType(of: directory), let server = name.split(separator: ".").last,
      remoteFuse.contains(String(server))
    else { return nil }
    return String(server)
  }

  private static let fuse: UInt32 = 0x6573_5546
  private static let network: [UInt32: String] = [
    0x6969: "NFS", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x517B: "SMB", 0x5346_414F: "AFS",
    0x00C3_6400: "Ceph", 0x7375_7245: "Coda", 0x0102_1997: "9P", 0x564C: "NCP",
  ]
  private static let remoteFuse: Set<String> = [
    "sshfs", "rclone", "s3fs", "davfs", "davfs2", "gvfsd-fuse", "glusterfs",
    "google-drive-ocamlfuse",
    "curlftpfs", "ceph-fuse", "onedriver", "smbnetfs", "goofys", "gcsfuse", "juicefs",
  ]

  /// The type of the file system that a directory is on, by the longest mount point.
  private static func mountedType(of directory: String) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
      return nil
    }
    var found: (length: Int, type: String)?
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count > 2 else { continue }
      let point = parts[1].replacing("\\040", with: " ")
      let isAbove = point == "/" || directory == point || directory.hasPrefix(point + "/")
      guard isAbove, point.utf8.count >= found?.length ?? 0 else { continue }
      found = (point.utf8.count, String(parts[2]))
    }
    return found?.type
  }
}
