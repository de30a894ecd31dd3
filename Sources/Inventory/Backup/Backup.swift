import Foundation
import GRDB
import SystemSupport

/// Makes one dated archive of an inventory: items, drafts, attachments.
///
/// Windows may be open meanwhile. The archive grows in a private directory beside its place, is synced,
/// read back from the disk and checked, and only then gets its name: a kill leaves all of it or nothing.
/// Nothing is written where the data lies but the date, so a full or read-only disk can be backed up.
package struct Backup: Sendable {
  /// Where the backup lies.
  package let path: String
  /// When it was made.
  package let created: Timestamp
  /// How many bytes it has.
  package let size: Int64
  /// How many items there are in it, the trash included.
  package let items: Int
  /// How many drafts.
  package let drafts: Int
  /// How many attachments, each content once.
  package let attachments: Int
  /// Attachments that could not be saved as they were: a line each.
  package let faults: [String]
  /// Whether it lies on the disk that the data lies on.
  package let isOnSameDisk: Bool

  /// How the private directories begin that backups grow in.
  static let scratchPrefix = ".keepsake-backup-"

  /// Makes a backup.
  ///
  /// - Parameters:
  ///   - data: The data directory.
  ///   - target: The directory to put it into, which must exist.
  ///   - program: The name and version of this program.
  /// - Throws: `noInput` where there is no inventory or no such directory, `badData` where the
  ///   inventory is damaged, `cannotCreate`, `io` on a full disk. No archive is left then.
  package init(
    of data: String, into target: String, program: String, at created: Timestamp? = nil
  ) throws(InventoryError) {
    let created = created ?? currentTimestamp()
    var place = stat()
    guard stat(target, &place) == 0 else {
      guard errno == ENOENT else { throw .system("open", target, code: errno) }
      throw InventoryError(.noInput, "there is no directory \(target); make it first")
    }
    guard place.st_mode & S_IFMT == S_IFDIR else {
      throw InventoryError(
        .noInput, "\(target) is not a directory; name one to put the backup into")
    }
    let inventory = try InventoryStore(directory: data, access: .read)
    let scratch = try ScratchDirectory(in: target, prefix: Self.scratchPrefix)
    let growing = scratch.path + "/backup.zip"
    let manifest = try Self.write(
      growing, of: inventory, program: program, at: created, in: scratch.path)
    try Self.verify(growing, manifest)
    var status = stat()
    guard stat(growing, &status) == 0 else { throw .system("inspect", growing, code: errno) }
    path = try Self.name(growing, in: target, at: created)
    self.created = created
    size = Int64(status.st_size)
    items = manifest.rows[BackupLayout.inventory]?["item"] ?? 0
    drafts = manifest.rows[BackupLayout.drafts]?["draft"] ?? 0
    attachments = manifest.files.count { BackupLayout.digest(inName: $0.name) != nil }
    faults = manifest.faults
    var home = stat()
    isOnSameDisk = stat(data, &home) == 0 && home.st_dev == place.st_dev
  }

  private static func write(
    _ path: String, of inventory: InventoryStore, program: String, at created: Timestamp,
    in scratch: String
  ) throws(InventoryError) -> BackupManifest {
    let writer = try BackupWriter(path: path)
    defer { writer.end() }
    var manifest = BackupManifest(program: program, created: created, inventory: inventory.uuid)
    // Drafts come first: one that is saved meanwhile is in both then, and not in neither.
    let directory = try DataDirectory(path: inventory.directory, create: false)
    if let drafts = try DraftStore.fileToCopy(in: directory) {
      try add(drafts, as: BackupLayout.drafts, to: writer, &manifest, in: scratch)
    }
    let copy = try add(
      inventory.file, as: BackupLayout.inventory, to: writer, &manifest, in: scratch)
    for digest in try attachments(in: copy) {
      try add(attachment: digest, of: inventory.directory, to: writer, &manifest)
    }
    try writer.finish(manifest)
    return manifest
  }

  /// Adds a database as it is at one moment, found sound before it is packed.
  ///
  /// - Returns: Where the copy lies.
  @discardableResult
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

  /// The digests of all attachments that a database knows, each once.
  private static func attachments(in path: String) throws(InventoryError) -> [String] {
    do {
      let queue = try DatabaseCopy.opened(path)
      let digests = try queue.unsafeRead { try AttachedContent.digests($0) }
      try queue.close()
      return digests.filter(SHA256Text.isOne)
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Adds the content of an attachment; one that is missing or altered is noted, and the rest saved.
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

  /// Reads everything back.
  private static func verify(
    _ path: String, _ manifest: BackupManifest
  ) throws(InventoryError) {
    let reader = try BackupReader(path: path)
    defer { reader.end() }
    guard try reader.manifest() == manifest else {
      throw InventoryError(.io, "the list in \(path) reads back differently; is the disk sound?")
    }
    try reader.readAll(manifest) { _, _ in }
  }

  /// Gives the archive its name; one that is taken is left alone.
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
    throw InventoryError(.cannotCreate, "there are too many backups of this second in \(target)")
  }
}
