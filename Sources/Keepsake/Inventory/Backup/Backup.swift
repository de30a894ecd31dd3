import Foundation
import GRDB
import Storage

/// Makes a dated archive of an inventory: items, drafts, attachments.
///
/// Windows may be open meanwhile. The archive is written to a private directory next to its
/// destination, synced, read back and verified, and only then renamed: a kill leaves a complete
/// archive or none. In the data directory only the date of the backup is written, so a full or
/// read-only disk can be backed up.
public struct Backup: Sendable {
  /// The path of the archive.
  public let path: String
  /// When it was made.
  public let created: Timestamp
  /// The size in bytes.
  public let size: Int64
  /// The number of items, trash included.
  public let items: Int
  /// The number of drafts.
  public let drafts: Int
  /// The number of different attached files.
  public let attachments: Int
  /// The attachments that could not be saved as they were stored, a line each.
  public let faults: [String]
  /// Whether the archive is on the same disk as the data.
  public let isOnSameDisk: Bool

  /// The prefix of the private directories.
  static let scratchPrefix = ".keepsake-backup-"

  /// Makes a backup.
  ///
  /// - Parameters:
  ///   - data: The data directory.
  ///   - target: The existing directory for the archive.
  ///   - program: The name and version of this program.
  /// - Throws: `noInput` without inventory or target directory, `badData` for a damaged inventory,
  ///   `cannotCreate`, `io` for a full disk. No archive is left then.
  public init(
    of data: String, into target: String, program: String, at created: Timestamp? = nil
  ) throws(InventoryError) {
    let created = created ?? currentTimestamp()
    var place = stat()
    guard stat(target, &place) == 0 else {
      guard errno == ENOENT else { throw .system("open", target, code: errno) }
      throw InventoryError(.noInput, "there is no directory \(target); create it first")
    }
    guard place.st_mode & S_IFMT == S_IFDIR else {
      throw InventoryError(
        .noInput, "\(target) is not a directory; name a directory for the backup")
    }
    let inventory = try InventoryStore(directory: data, access: .read)
    let scratch = try InventoryError.makeScratch(in: target, prefix: Self.scratchPrefix)
    let growing = scratch.path + "/backup.zip"
    let (manifest, drafts): (BackupManifest, Int)
    do throws(InventoryError) {
      (manifest, drafts) = try Self.write(
        growing, of: inventory, program: program, at: created, in: scratch.path)
      try Self.verify(growing, manifest)
    } catch {
      // The user named the target and does not know about the private directory in it.
      let message = error.message.replacing(growing, with: target)
      throw InventoryError(error.kind, message.replacing(scratch.path, with: target))
    }
    var status = stat()
    guard stat(growing, &status) == 0 else { throw .system("inspect", growing, code: errno) }
    path = try Self.name(growing, in: target, at: created)
    self.created = created
    size = Int64(status.st_size)
    items = manifest.rows[BackupLayout.inventory]?["item"] ?? 0
    self.drafts = drafts
    attachments = manifest.files.count { BackupLayout.digest(inName: $0.name) != nil }
    faults = manifest.faults
    var home = stat()
    isOnSameDisk = stat(data, &home) == 0 && home.st_dev == place.st_dev
  }

  /// - Returns: The contents of the archive, and the number of drafts in it.
  private static func write(
    _ path: String, of inventory: InventoryStore, program: String, at created: Timestamp,
    in scratch: String
  ) throws(InventoryError) -> (manifest: BackupManifest, drafts: Int) {
    let writer = try BackupWriter(path: path)
    defer { writer.end() }
    var manifest = BackupManifest(
      program: program, created: created, inventory: inventory.database.uuid)
    // Copy drafts first: a draft that is saved during the copy is then in both databases, not in neither.
    let directory = try DataDirectory(path: inventory.database.directory, create: false)
    var drafts = 0
    if let file = try DraftStore.fileToCopy(in: directory) {
      let copy = try add(file, as: BackupLayout.drafts, to: writer, &manifest, in: scratch)
      drafts = try DatabaseCopy.read(copy) { try DraftStore.count($0) }
    }
    let copy = try add(
      inventory.database.file, as: BackupLayout.inventory, to: writer, &manifest, in: scratch)
    try addKeys(of: inventory.database.directory, to: writer, &manifest)
    for digest in try attachments(in: copy) {
      try add(attachment: digest, of: inventory.database.directory, to: writer, &manifest)
    }
    try writer.finish(manifest)
    return (manifest, drafts)
  }

  /// Adds the keys of private items, also those of forgotten passphrases.
  private static func addKeys(
    of data: String, to writer: BackupWriter, _ manifest: inout BackupManifest
  ) throws(InventoryError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    let forgotten = names.map { "data/" + $0 }.filter(BackupLayout.isForgottenKeys).sorted()
    if !forgotten.isEmpty { manifest.format = BackupManifest.formatWithForgottenKeys }
    for name in [BackupLayout.keys] + forgotten {
      let path = data + name.dropFirst("data".count)
      guard access(path, F_OK) == 0 else { continue }
      manifest.files.append(try writer.add(path, as: name, isCompressed: false))
    }
  }

  /// Adds a snapshot of a database after checking it.
  ///
  /// - Returns: The path of the snapshot.
  private static func add(
    _ file: DatabaseFile, as name: String, to writer: BackupWriter,
    _ manifest: inout BackupManifest,
    in scratch: String
  ) throws(InventoryError) -> String {
    let path = scratch + "/" + (name.split(separator: "/").last ?? "")
    let copy = try DatabaseCopy(of: file, to: path)
    do throws(InventoryError) {
      try DatabaseCopy.check(path, rows: copy.rows)
    } catch {
      guard error.kind == .badData else { throw error }
      throw InventoryError(.badData, error.message.replacing(path, with: file.path))
    }
    manifest.rows[name] = copy.rows
    manifest.schemas[name] = copy.schema
    manifest.files.append(try writer.add(path, as: name, isCompressed: true))
    return path
  }

  /// The digests of all attachments of a database.
  private static func attachments(in path: String) throws(InventoryError) -> [String] {
    try DatabaseCopy.read(path) { try AttachedContent.digests($0) }.filter(SHA256Text.isOne)
  }

  /// Adds an attached file; notes it as a fault if it is missing or altered.
  private static func add(
    attachment digest: String, of data: String, to writer: BackupWriter,
    _ manifest: inout BackupManifest
  ) throws(InventoryError) {
    let name = AttachmentDirectory.relativePath(of: digest)
    let path = data + "/" + name
    do throws(InventoryError) {
      let file = try writer.add(path, as: "data/" + name, isCompressed: false)
      manifest.files.append(file)
      if file.sha256 != digest { manifest.faults.append("\(path) was altered") }
    } catch {
      guard [.noInput, .permission, .badData].contains(error.kind) else { throw error }
      manifest.faults.append(error.kind == .noInput ? "\(path) is missing" : error.message)
    }
  }

  /// Reads the archive back and verifies it.
  private static func verify(
    _ path: String, _ manifest: BackupManifest
  ) throws(InventoryError) {
    let reader = try BackupReader(path: path)
    defer { reader.end() }
    guard try reader.manifest() == manifest else {
      throw InventoryError(.io, "\(path) reads back differently; check the disk")
    }
    try reader.readAll(manifest) { _, _ in }
  }

  /// Renames the archive; never replaces another file.
  private static func name(
    _ path: String, in target: String, at created: Timestamp
  ) throws(InventoryError) -> String {
    let base = target.hasSuffix("/") ? target : target + "/"
    let name = String(BackupLayout.name(at: created).dropLast(".zip".count))
    for number in 1...99 {
      let final = base + name + (number == 1 ? "" : "-\(number)") + ".zip"
      let code = renameToNew(path, final)
      if code == 0 {
        FileBytes.sync(directory: target)
        return final
      }
      guard code == EEXIST else {
        throw .system("create", final, code: code, fallback: .cannotCreate)
      }
    }
    throw InventoryError(
      .cannotCreate, "too many backups in \(target) have the present time; try again")
  }
}
