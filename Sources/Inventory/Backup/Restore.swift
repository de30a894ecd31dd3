import Foundation
import GRDB
import SystemSupport

/// Restores a backup completely, after checking it, and without overwriting existing data.
///
/// The files are unpacked into a private directory beside the data, checked there, and exchanged with
/// the data in one step; the former data keeps another name. A kill before that step leaves only the
/// private directory, which the next restore removes.
package final class Restore {
  /// The result of a restore.
  package struct Outcome: Sendable {
    /// Where the former data is now; `nil` if there was none.
    package let keptAside: String?
    /// The number of items, trash included.
    package let items: Int
    /// The number of drafts.
    package let drafts: Int
    /// The number of attachments.
    package let attachments: Int
    /// The attachments that were missing or altered when the backup was made.
    package let faults: [String]
  }

  /// When the backup was made.
  package var created: Timestamp { manifest.created }

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
  package init(file path: String) throws(InventoryError) {
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
        .badData, "\(path) was made by a newer version (\(manifest.program)); update this program")
    }
  }

  deinit { reader.end() }

  /// The number of items and drafts in a data directory; a damaged database counts as one.
  package static func present(in data: String) -> Int {
    guard let directory = try? DataDirectory(path: data, create: false),
      directory.contains("inventory.sqlite") || directory.contains("drafts.sqlite")
    else { return 0 }
    do throws(InventoryError) {
      let drafts = try DraftStore.fileToCopy(in: directory)
        .map { file throws(InventoryError) in
          try file.read { try $0.number("SELECT count(*) FROM draft") }
        }
      guard directory.contains("inventory.sqlite") else { return drafts ?? 0 }
      let counts = try InventoryStore(directory: data, access: .read).counts
      return counts.live + counts.archived + counts.trashed + (drafts ?? 0)
    } catch {
      return error.kind == .noInput ? 0 : 1
    }
  }

  /// Restores the backup into a data directory.
  ///
  /// - Throws: `locked` while a window has the inventory open; `io` if the disk is full. The existing
  ///   data is untouched then.
  package func run(into data: String) throws(InventoryError) -> Outcome {
    let (parent, name) = Self.split(data)
    do throws(SystemFailure) {
      _ = try makePrivateDirectories(parent)
    } catch {
      throw .system("create", error.path, code: error.code, fallback: .cannotCreate)
    }
    let hasFormer = Self.exists(data)
    let holders = hasFormer ? try Self.hold(DataDirectory(path: data, create: false)) : []
    try checkRoom(in: parent)
    let scratch = try ScratchDirectory(in: parent, prefix: Self.scratchPrefix)
    let stage = scratch.path + "/" + name
    try unpack(into: stage)
    try check(stage)
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
      drafts: manifest.rows[BackupLayout.drafts]?["draft"] ?? 0,
      attachments: manifest.files.count { BackupLayout.digest(inName: $0.name) != nil },
      faults: manifest.faults)
  }
}

// MARK: - Unpacking

extension Restore {
  private func checkRoom(in directory: String) throws(InventoryError) {
    guard let free = DiskSpace(of: directory)?.free else { return }
    let needed = manifest.files.reduce(Self.reserve) { $0 + $1.bytes }
    guard free < needed else { return }
    throw InventoryError(
      .io,
      "there is no room in \(directory): \(SizeText.text(needed)) are needed and "
        + "\(SizeText.text(free)) are free; nothing was changed")
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
  private func check(_ stage: String) throws(InventoryError) {
    do throws(InventoryError) {
      for (name, rows) in manifest.rows {
        try DatabaseCopy.check(stage + name.dropFirst("data".count), rows: rows)
      }
      let inventory = try InventoryStore(directory: stage)
      guard inventory.uuid == manifest.inventory else {
        throw InventoryError(.badData, "it holds another inventory than it lists")
      }
      try inventory.noteBackup(at: manifest.created)
      try inventory.checkpoint()
      _ = try DraftStore(directory: stage)
    } catch {
      guard error.kind == .badData else { throw error }
      throw reader.damaged(error.message.replacing(stage + "/", with: ""))
    }
  }
}

// MARK: - Taking the place

extension Restore {
  private static func split(_ path: String) -> (parent: String, name: String) {
    let parts = path.split(separator: "/")
    return ("/" + parts.dropLast().joined(separator: "/"), String(parts.last ?? "data"))
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Locks the databases, so that no window can open them; fails if one has them open.
  ///
  /// A damaged database cannot be locked and is skipped, since restoring a backup is the remedy.
  private static func hold(_ directory: DataDirectory) throws(InventoryError) -> [DatabaseQueue] {
    var held: [DatabaseQueue] = []
    for name in ["inventory.sqlite", "drafts.sqlite"] where directory.contains(name) {
      try directory.checkFile(name)
      var configuration = Configuration()
      configuration.prepareDatabase { db in try db.run("PRAGMA locking_mode = EXCLUSIVE") }
      do {
        let queue = try DatabaseQueue(
          path: directory.path + "/" + name, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.run("BEGIN EXCLUSIVE; COMMIT") }
        held.append(queue)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        throw InventoryError(
          .locked, "the inventory in \(directory.path) is open; quit Keepsake, then try again")
      } catch {
        continue
      }
    }
    return held
  }

  /// Copies the files of this login, such as the keys, without which sealed state cannot be read.
  ///
  /// - Returns: The names of the files.
  private static func copyOthers(
    _ data: String, to stage: String
  ) throws(InventoryError) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    var copied: [String] = []
    for name in names where !BackupLayout.isData(name) {
      let source = data + "/" + name
      var status = stat()
      guard lstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let file = try FileBytes.open(source)
      defer { close(file.descriptor) }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let path = stage + "/" + name
      let target = open(path, flags, file.status.st_mode & 0o700)
      guard target >= 0 else { throw .system("create", path, code: errno, fallback: .cannotCreate) }
      defer { close(target) }
      try FileBytes.forEachPiece(file.descriptor, path: source) { bytes throws(InventoryError) in
        try FileBytes.write(bytes, to: target, path: path)
      }
      copied.append(name)
    }
    return copied
  }

  /// Exchanges the new directory with the data in one step.
  ///
  /// - Returns: The path of the former data.
  private static func take(
    _ stage: String, to data: String, hasFormer: Bool
  ) throws(InventoryError) -> String? {
    guard hasFormer else {
      let code = renameToNew(stage, data)
      guard code == 0 else { throw .system("create", data, code: code, fallback: .cannotCreate) }
      return nil
    }
    // Move it out of the private directory first, so that no cleaning up removes the exchanged data.
    let aside = try free(data + ".before-restore-" + BackupLayout.stamp(currentTimestamp()), stage)
    let code = exchangePaths(aside, data)
    if code == 0 { return aside }
    // Without support for an exchange: two renames, between which both directories exist.
    let former = aside + ".former"
    guard rename(data, former) == 0 else { throw .system("move", data, code: errno) }
    guard rename(aside, data) == 0 else {
      let code = errno
      rename(former, data)
      throw .system("create", data, code: code)
    }
    return rename(former, aside) == 0 ? aside : former
  }

  private static func free(_ name: String, _ stage: String) throws(InventoryError) -> String {
    for number in 1...99 {
      let path = name + (number == 1 ? "" : "-\(number)")
      let code = renameToNew(stage, path)
      if code == 0 { return path }
      guard code == EEXIST else { throw .system("create", path, code: code) }
    }
    throw InventoryError(.cannotCreate, "there are too many like \(name); move them away")
  }

  /// Moves the other files to the new directory, and removes a former directory that held no data.
  ///
  /// - Returns: The path of the former data; `nil` if there was none.
  private static func settle(
    _ aside: String, beside data: String, copied: [String]
  ) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: aside)) ?? []
    for name in names where !BackupLayout.isData(name) && !copied.contains(name) {
      _ = renameToNew(aside + "/" + name, data + "/" + name)
    }
    guard !names.contains(where: { $0.hasSuffix(".sqlite") || $0 == "attachments" }) else {
      return aside
    }
    for name in copied + ["inventory.lock", "drafts.lock"] { unlink(aside + "/" + name) }
    return rmdir(aside) == 0 ? nil : aside
  }
}
