import Foundation
import GRDB
import SystemSupport

/// Brings a backup back: whole, checked, and never over what is there.
///
/// The files are unpacked into a private directory beside the data, checked there, and take the place of
/// the data in one step; what was there keeps another name. A kill before that step leaves nothing but
/// the private directory, which the next restore removes.
package final class Restore {
  /// What became of it.
  package struct Outcome: Sendable {
    /// Where the data lies now that was there before; nil where there was none.
    package let keptAside: String?
    /// Items, the trash included.
    package let items: Int
    /// Drafts.
    package let drafts: Int
    /// Attachments.
    package let attachments: Int
    /// What the backup says was missing or altered when it was made.
    package let faults: [String]
  }

  /// When the backup was made.
  package var created: Timestamp { manifest.created }

  private let reader: BackupReader
  private let manifest: BackupManifest

  /// How the private directories begin that backups are unpacked into.
  static let scratchPrefix = ".keepsake-restore-"

  /// Room that is left free on the disk, in bytes.
  private static let reserve: Int64 = 16 << 20

  /// Opens a backup and checks its list of files.
  ///
  /// - Throws: `noInput`, or `badData` where it is none, was cut short or altered, holds what no backup
  ///   holds, or was made by a newer version.
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

  /// How many items and drafts lie in a data directory; damaged ones count as one.
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

  /// Puts the backup into a data directory.
  ///
  /// - Throws: `locked` while the inventory is open in a window; `io` where the disk has no room. What
  ///   is there stays as it is then.
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
    // SQLite removes logs by their names when it closes, so it has to close before these change.
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

  /// Where a file goes; the names were checked, so none leads elsewhere.
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

  /// Looks through the databases, brings them up to date, and notes when they were saved last.
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

  /// Keeps windows from opening the databases, and notices those that are open.
  ///
  /// A database that is damaged cannot be held: bringing back a backup is what helps then.
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

  /// Copies what is this login's, such as keys: sealed state cannot be read without.
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

  /// Gives the new directory the name of the data, in one step.
  ///
  /// - Returns: Where the former one lies now.
  private static func take(
    _ stage: String, to data: String, hasFormer: Bool
  ) throws(InventoryError) -> String? {
    guard hasFormer else {
      let code = renameToNew(stage, data)
      guard code == 0 else { throw .system("create", data, code: code, fallback: .cannotCreate) }
      return nil
    }
    // Out of the private directory first, so that nobody clears away what is exchanged for it.
    let aside = try free(data + ".before-restore-" + BackupLayout.stamp(currentTimestamp()), stage)
    let code = exchangePaths(aside, data)
    if code == 0 { return aside }
    // A file system that cannot exchange: two steps, between which both are there.
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

  /// Moves what is no data to the new directory; one that held no data does not stay.
  ///
  /// - Returns: Where the former data lies; nil where there was none.
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
