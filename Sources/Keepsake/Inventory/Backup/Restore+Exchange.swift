import Foundation
import GRDB
import Storage

/// Puts the restored directory in the place of the data, which is never overwritten.
extension Restore {
  static func split(_ path: String) -> (parent: String, name: String) {
    let parts = path.split(separator: "/")
    return ("/" + parts.dropLast().joined(separator: "/"), String(parts.last ?? "data"))
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Locks the databases, so that no window can open them; fails if one has them open.
  ///
  /// A damaged database cannot be locked and is skipped, since restoring a backup is the remedy.
  static func hold(_ directory: DataDirectory) throws(InventoryError) -> [DatabaseQueue] {
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
  static func copyOthers(
    _ data: String, to stage: String
  ) throws(InventoryError) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    var copied: [String] = []
    for name in names where !BackupLayout.isData(name) {
      let source = data + "/" + name
      if exists(stage + "/" + name) {
        // The restored keys sealed the restored items. If they are the same keys, this login's file is newer.
        guard try isSameBag(source, stage + "/" + name) else { continue }
        unlink(stage + "/" + name)
      }
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

  /// The length of the prefix of a key bag that identifies the bag, whatever its passphrase.
  private static let bagIdentity = 25

  private static func isSameBag(
    _ one: String, _ other: String
  ) throws(InventoryError) -> Bool {
    func identity(_ path: String) throws(InventoryError) -> [UInt8] {
      let file = try FileBytes.open(path)
      defer { close(file.descriptor) }
      var bytes: [UInt8] = []
      try FileBytes.forEachPiece(file.descriptor, path: path) { bytes += $0.prefix(bagIdentity) }
      return Array(bytes.prefix(bagIdentity))
    }
    return try identity(one) == identity(other)
  }

  /// Exchanges the new directory with the data in one step.
  ///
  /// - Returns: The path of the former data.
  static func take(
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

  static func free(_ name: String, _ stage: String) throws(InventoryError) -> String {
    for number in 1...99 {
      let path = name + (number == 1 ? "" : "-\(number)")
      let code = renameToNew(stage, path)
      if code == 0 { return path }
      guard code == EEXIST else { throw .system("create", path, code: code) }
    }
    throw InventoryError(.cannotCreate, "there are too many copies like \(name); move them away")
  }

  /// Moves the other files to the new directory, and removes a former directory that held no data.
  ///
  /// - Returns: The path of the former data; `nil` if there was none.
  static func settle(
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
