import Foundation
import GRDB

/// A saved state opened only for inspection: a session's, its previous generation, or one set
/// aside.
///
/// Opened read-only: it disturbs no program that uses the file, and creates, changes and repairs
/// nothing.
package struct StateFile: Sendable {
  /// The path of the archive.
  package let path: String

  /// Names an archive.
  package init(path: String) {
    self.path = path
  }

  /// Whether the file exists.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// The facts about an archive that are readable without its key.
  package struct Outline: Hashable, Sendable {
    /// The name of the kind of protection: that of a ``KeyProvider``.
    package var protection: String

    /// The sealed length of each object, in bytes.
    package var sizes: [NodeID: Int]
  }

  /// The contents of an archive.
  package struct Contents: Sendable {
    /// The objects, in no particular order.
    package var records: [ObjectRecord]

    /// Facts about the program that made the last commit.
    package var info: ArchiveInfo
  }

  /// Reads the facts that need no key.
  ///
  /// - Throws: ``StateError`` when the file is not an archive or has a newer format.
  package func outline() throws -> Outline {
    try reading { database in
      _ = try ArchiveLayout.checkShape(of: database)
      let rows = try StoredRows(database)
      return Outline(
        protection: try ArchiveLayout.protection(in: database) ?? "",
        sizes: Dictionary(rows.objects.map { ($0.node, $0.sealed.count) }) { first, _ in first })
    }
  }

  /// The name of the ``KeyProvider`` that protects the file; empty for a file without contents.
  package func protection() throws -> String {
    try reading { database in
      guard try ArchiveLayout.checkShape(of: database) else { return "" }
      return try ArchiveLayout.protection(in: database) ?? ""
    }
  }

  /// Opens and checks everything; a damaged object among proven ones becomes a stand-in.
  ///
  /// - Throws: ``StateError`` when the manifest does not match the objects, or the key is the wrong
  ///   one.
  package func contents(keys: any KeyProvider) throws -> Contents {
    try reading { database in
      guard try ArchiveLayout.checkShape(of: database) else {
        return Contents(records: [], info: ArchiveInfo())
      }
      let key = try ArchiveLayout.readKey(in: database, keys: keys)
      let rows = try StoredRows(database)
      let opened = try OpenedArchive(rows, with: key)
      return Contents(records: opened.records, info: opened.manifest.info)
    }
  }

  /// Checks the file's structure, every seal and the manifest; returns one line for each problem.
  ///
  /// - Throws: ``StateError`` when it cannot check: not an archive, a newer format, the wrong key.
  package func problems(keys: any KeyProvider) throws -> [String] {
    try reading { database in
      let isLaidOut = try ArchiveLayout.checkShape(of: database)
      var problems = try String.fetchAll(database, sql: "PRAGMA quick_check")
        .filter { $0 != "ok" }.map { "the file's structure: \($0)" }
      guard isLaidOut else { return problems }
      let key = try ArchiveLayout.readKey(in: database, keys: keys)
      let rows = try StoredRows(database)
      for row in rows.objects where (try? key.open(row.sealed, row: row.node.rawValue)) == nil {
        problems.append("object \(row.node): its seal is broken")
      }
      do {
        _ = try OpenedArchive(rows, with: key)
        if OpenedManifests(rows.manifests, with: key).failure != nil {
          problems.append("an older list of the objects: its seal is broken")
        }
      } catch let error as StateError where problems.isEmpty {
        problems.append("\(error)")
      } catch {}
      if let problem = StateArchive.problemWithSnapshot(in: database, key: key, rows.manifests) {
        problems.append(problem)
      }
      return problems
    }
  }

  /// Copies the archive to a single file atomically, replacing a previous one.
  ///
  /// - Parameters:
  ///   - target: The path of the new file.
  ///   - keys: The provider that opens this file, and the provider that seals the copy; by default the
  ///     seal is copied.
  package func copy(
    to target: String, resealing keys: (from: any KeyProvider, to: any KeyProvider)? = nil
  ) throws {
    try Self.describing("saved") {
      // The target may be among the user's files, so the temporary name must not collide with them.
      let temporary = "\(target).\(UInt64.random(in: .min ... .max))"
      try Generation.keep(path, as: target, through: temporary) { copy in
        if let keys { try StateFile(path: copy).reseal(from: keys.from, to: keys.to) }
      }
    }
  }

  /// Wraps the key with another provider; no trace of the old wrapping stays in the file.
  ///
  /// - Throws: ``StateError``.
  func reseal(from old: any KeyProvider, to new: any KeyProvider) throws {
    try Self.describing("resealed") { try rewrap(from: old, to: new) }
  }

  private func rewrap(from old: any KeyProvider, to new: any KeyProvider) throws {
    var configuration = Configuration()
    configuration.label = "reseal"
    configuration.prepareDatabase { $0.distrustFile() }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.inDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA secure_delete = 1")
    }
    try database.write { database in
      guard try ArchiveLayout.checkShape(of: database) else { return }
      let key = try ArchiveLayout.readKey(in: database, keys: old)
      for (name, value) in [("provider", Data(new.name.utf8)), ("key", try key.wrapped(by: new))] {
        try database.execute(
          sql: "UPDATE meta SET value = ? WHERE key = ?", arguments: [value, name])
      }
    }
    try database.close()
  }

  /// Checks that the file is not empty next to a log: SQLite would delete the log, and the whole state with it.
  private func checkLog() throws {
    let sizes = ["", PrivateFile.companions[0]].map { suffix in
      var status = stat()
      return lstat(path + suffix, &status) == 0 ? status.st_size : 0
    }
    guard sizes[0] > 0 || sizes[1] == 0 else { throw StateError.emptyBesideLog }
  }

  func reading<Result>(_ read: (Database) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "inspection"
    configuration.prepareDatabase { database in
      database.distrustFile()
      try database.execute(
        sql: "PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0")
    }
    return try Self.describing("read") {
      try PrivateFile.checkDatabase(path)
      try checkLog()
      _ = try ArchiveLayout.checkHeader(ofFile: path)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      return try database.read(read)
    }
  }

  private static func describing<Result>(
    _ done: String, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw StateError(error, whenBeing: done)
    }
  }

  // MARK: - The picture of the screen

  /// The picture of the screen in the archive, if there is one.
  ///
  /// - Throws: ``StateError`` when its seal is broken, the key is wrong, or the file is not an archive.
  package func snapshot(keys: any KeyProvider) throws -> StoredSnapshot? {
    try reading { database in
      guard try ArchiveLayout.checkShape(of: database) else { return nil }
      let key = try ArchiveLayout.readKey(in: database, keys: keys)
      let manifests = try StoredManifest.all(in: database)
      return try StateArchive.readSnapshot(in: database, key: key, manifests)
    }
  }

  /// Reseals the state for another provider; a state that the former one can't open is left alone.
  ///
  /// - Throws: ``StateError`` if the state can be read but not resealed.
  func resealIfReadable(from former: any KeyProvider, to keys: any KeyProvider) throws {
    guard exists else { return }
    do {
      guard try protection() == former.name else { return }
      try reseal(from: former, to: keys)
      try PrivateFile.sync(path)
    } catch let error as StateError where error.leavesStateUnreadable {}
  }
}

extension Session {
  /// Reseals the state and its previous generation from one provider to another.
  ///
  /// A state that cannot be read is left alone: the next launch quarantines it and reports why.
  ///
  /// - Throws: ``StateError`` if one of the states can be read but not resealed.
  package func reseal(from former: any KeyProvider, to keys: any KeyProvider) throws {
    try StateFile(path: archivePath).resealIfReadable(from: former, to: keys)
    try StateFile(path: generationPath).resealIfReadable(from: former, to: keys)
  }

  /// Reseals at a launch.
  ///
  /// A problem with the previous generation does not prevent opening the state: the next launch tries again.
  func resealAtLaunch(from former: any KeyProvider, to keys: any KeyProvider) throws {
    try StateFile(path: archivePath).resealIfReadable(from: former, to: keys)
    try? StateFile(path: generationPath).resealIfReadable(from: former, to: keys)
  }
}

extension StateArchive {
  /// Stores the contents of another archive, except records that cannot be read.
  package func commit(_ contents: StateFile.Contents) throws {
    let known = contents.records.filter { !$0.isStandIn }
    try commit(ArchiveChanges(upserts: known), info: contents.info)
  }
}

extension Session {
  /// Replaces the session's state with a saved one and sets the old state aside.
  ///
  /// Checks everything before it moves anything. Single damaged objects are copied too; the next
  /// launch leaves them out and reports them. Returns the new path of the old state.
  ///
  /// - Throws: ``StateError`` when the state does not open; nothing has changed then.
  package func replaceState(with file: StateFile, keys: any KeyProvider) throws -> String? {
    _ = try file.contents(keys: keys)
    let incoming = incomingPath
    try file.copy(to: incoming)
    return try install(incoming)
  }

  /// Imports an exported state, which is sealed with this login's key or contains its own.
  ///
  /// - Throws: ``StateError`` when it is damaged, or sealed with another login's key.
  package func importState(from path: String, keys: any KeyProvider) throws -> String? {
    let incoming = incomingPath
    unlink(incoming)
    // Works on a private copy, which no other user can change during the check.
    try PrivateFile.importFile(path, as: incoming, limit: 256 << 20)
    do {
      let file = StateFile(path: incoming)
      let included = IncludedKeyProvider()
      let isOpen = try file.outline().protection == included.name
      let present: any KeyProvider = isOpen ? included : keys
      if let problem = try file.problems(keys: present).first {
        throw StateError.damaged(problem)
      }
      guard !(try file.contents(keys: present).records.isEmpty) else {
        throw StateError.damaged("it contains no saved state")
      }
      try file.reseal(from: present, to: keys)
      try PrivateFile.sync(incoming)
      return try install(incoming)
    } catch {
      for suffix in [""] + PrivateFile.companions { unlink(incoming + suffix) }
      guard case StateError.damaged(let reason) = error else { throw error }
      throw StateError.damaged("\(path) cannot be imported: \(reason)")
    }
  }

  /// The file in which the incoming state is built before it replaces the session's own.
  private var incomingPath: String { "\(directory.realPath)/incoming.sqlite" }

  private func install(_ incoming: String) throws -> String? {
    let aside = try quarantine()
    guard rename(incoming, archivePath) == 0 else {
      throw StateError.unwritable("\(archivePath): \(String(cString: strerror(errno)))")
    }
    commits.forget()
    launchGuard.end()
    return aside
  }
}
