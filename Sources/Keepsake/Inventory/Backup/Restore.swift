import Foundation
import GRDB
import Storage

/// Restores a backup completely, after checking it, and without overwriting existing data.
///
/// The files are unpacked into a private directory next to the data, checked there, and exchanged
/// with the data in one step; the former data keeps another name. A kill before that step leaves
/// only the private directory, which the next restore removes.
public final class Restore {
  /// The result of a restore.
  public struct Outcome: Sendable {
    /// Where the former data is now; `nil` if there was none.
    public let keptAside: String?
    /// The number of items, trash included.
    public let items: Int
    /// The number of drafts.
    public let drafts: Int
    /// The number of attachments.
    public let attachments: Int
    /// The attachments that were missing or altered when the backup was made.
    public let faults: [String]
  }

  /// When the backup was made.
  public var created: Timestamp { manifest.created }

  private let reader: BackupReader
  private let manifest: BackupManifest

  /// The prefix of the private directories.
  static let scratchPrefix = ".keepsake-restore-"

  /// The bytes to leave free on the disk.
  private static let reserve: Int64 = 16 << 20

  /// Opens a backup and checks its manifest.
  ///
  /// - Throws: `noInput`, or `badData` if the file is not a backup, is truncated or altered, has
  ///   unexpected entries, or was made by a newer version.
  public init(file path: String) throws(InventoryError) {
    reader = try BackupReader(path: path)
    do throws(InventoryError) {
      manifest = try reader.manifest()
    } catch {
      reader.end()
      throw error
    }
    let known = [
      BackupLayout.inventory: Schema.migrations(currency: .euro).count,
      BackupLayout.drafts: DraftSchema.migrations.count,
    ]
    for (name, version) in manifest.schemas where version > known[name] ?? 0 {
      throw InventoryError(
        .badData, "\(path) was made by a newer version (\(manifest.program)); update Keepsake")
    }
  }

  deinit { reader.end() }

  /// The number of items and drafts in a data directory; a damaged database counts as one.
  public static func present(in data: String) -> Int {
    guard let directory = try? DataDirectory(path: data, create: false),
      directory.contains("inventory.sqlite") || directory.contains("drafts.sqlite")
    else { return 0 }
    do throws(InventoryError) {
      let drafts = try DraftStore.fileToCopy(in: directory)
        .map { file throws(InventoryError) in try file.read { try DraftStore.count($0) } }
      guard directory.contains("inventory.sqlite") else { return drafts ?? 0 }
      let counts = try InventoryStore(directory: data, access: .read).database.counts
      return counts.live + counts.archived + counts.trashed + (drafts ?? 0)
    } catch {
      return error.kind == .noInput ? 0 : 1
    }
  }

  /// The number of changes in a data directory that a household's server does not have.
  public static func waiting(in data: String) -> Int {
    (try? InventoryStore(directory: data, access: .read))?.database.householdWaiting ?? 0
  }

  /// Restores the backup into a data directory.
  ///
  /// - Throws: `locked` while a window has the inventory open; `io` if the disk is full. The existing
  ///   data is untouched then.
  public func run(into data: String) throws(InventoryError) -> Outcome {
    let (parent, name) = Self.split(data)
    do throws(SystemFailure) {
      try PrivateFiles.makeDirectories(parent)
    } catch {
      throw .system("create", error.path, code: error.code, fallback: .cannotCreate)
    }
    let hasFormer = Self.exists(data)
    let holders = hasFormer ? try Self.hold(DataDirectory(path: data, create: false)) : []
    try checkRoom(in: parent)
    let scratch = try InventoryError.makeScratch(in: parent, prefix: Self.scratchPrefix)
    let stage = scratch.path + "/" + name
    try unpack(into: stage)
    let drafts = try check(stage)
    let others = hasFormer ? try Self.copyOthers(data, to: stage) : []
    let code = syncFileSystem(of: stage)
    guard code == 0 else { throw .system("write", stage, code: code) }
    // Close first: SQLite removes its logs by name when it closes, and the names are about to change.
    for holder in holders { try? holder.close() }
    let aside = try Self.take(stage, to: data, hasFormer: hasFormer)
    let kept = aside.flatMap { Self.settle($0, beside: data, copied: others) }
    FileBytes.sync(directory: parent)
    return Outcome(
      keptAside: kept, items: manifest.rows[BackupLayout.inventory]?["item"] ?? 0,
      drafts: drafts,
      attachments: manifest.files.count { BackupLayout.digest(inName: $0.name) != nil },
      faults: manifest.faults)
  }
}

// MARK: - Unpacking

extension Restore {
  private func checkRoom(in directory: String) throws(InventoryError) {
    guard let free = DiskSpace(of: directory)?.free else { return }
    let (needed, overflows) = manifest.files.reduce(0) { $0 + $1.bytes }
      .addingReportingOverflow(Self.reserve)
    guard overflows || free < needed else { return }
    throw InventoryError(
      .io,
      "not enough space in \(directory): \(SizeText.text(needed)) needed, "
        + "\(SizeText.text(free)) free; nothing was changed")
  }

  private func unpack(into stage: String) throws(InventoryError) {
    try Self.makeDirectory(stage)
    var target: (name: String, path: String, descriptor: Int32)?
    defer { if let target { close(target.descriptor) } }
    try reader.readAll(manifest) { file, bytes throws(InventoryError) in
      if target?.name != file.name {
        let path = try Self.place(file.name, in: stage)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
          throw .system("create", path, code: errno, fallback: .cannotCreate)
        }
        target = (file.name, path, descriptor)
      }
      guard let open = target else { return }
      if let bytes { return try FileBytes.write(bytes, to: open.descriptor, path: open.path) }
      if let digest = BackupLayout.digest(inName: file.name), digest == file.sha256 {
        AttachmentSeal.put(on: open.descriptor, sha256: digest)
      }
      close(open.descriptor)
      target = nil
    }
  }

  /// The path for a file of the backup; its name has been checked, so it leads nowhere else.
  private static func place(_ name: String, in stage: String) throws(InventoryError) -> String {
    let parts = name.split(separator: "/").dropFirst()
    var path = stage
    for part in parts.dropLast() {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST {
        throw .system("create", path, code: errno, fallback: .cannotCreate)
      }
    }
    return path + "/" + (parts.last ?? "")
  }

  private static func makeDirectory(_ path: String) throws(InventoryError) {
    guard mkdir(path, 0o700) == 0 else {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
  }

  /// Checks and migrates the databases, and records the time of the backup.
  ///
  /// - Returns: The number of drafts.
  private func check(_ stage: String) throws(InventoryError) -> Int {
    do throws(InventoryError) {
      for (name, rows) in manifest.rows {
        try DatabaseCopy.check(stage + name.dropFirst("data".count), rows: rows)
      }
      let inventory = try InventoryStore(directory: stage)
      guard inventory.database.uuid == manifest.inventory else {
        throw InventoryError(.badData, "its inventory doesn't match its list")
      }
      try inventory.database.noteBackup(at: manifest.created)
      try inventory.database.checkpoint()
      return try DraftStore(directory: stage).count()
    } catch {
      guard error.kind == .badData else { throw error }
      throw reader.damaged(error.message.replacing(stage + "/", with: ""))
    }
  }
}
