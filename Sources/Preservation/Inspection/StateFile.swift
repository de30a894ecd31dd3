import Foundation
import GRDB

/// A saved state that is only looked at: of a session, its previous generation, or one put aside.
///
/// It is opened for reading, so a program that works on it is not disturbed, and nothing is made,
/// changed or repaired.
public struct StateFile: Sendable {
  /// The path of the archive.
  public let path: String

  /// Names an archive.
  public init(path: String) {
    self.path = path
  }

  /// Whether there is a file.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// What can be told of an archive without its key.
  public struct Outline: Hashable, Sendable {
    /// The name of the kind of protection: that of a ``KeyProvider``.
    public var protection: String

    /// The sealed length of each object, in bytes.
    public var sizes: [NodeID: Int]
  }

  /// What an archive holds.
  public struct Contents: Sendable {
    /// The objects, in no particular order.
    public var records: [ObjectRecord]

    /// Facts about the program that made the last commit.
    public var info: ArchiveInfo
  }

  /// Looks at the archive without its key.
  ///
  /// - Throws: ``StateError`` when it is no archive or of a newer format.
  public func outline() throws -> Outline {
    try reading { database in
      _ = try StateArchive.checkShape(of: database)
      let rows = try StoredRows(database)
      return Outline(
        protection: try StateArchive.protection(in: database) ?? "",
        sizes: Dictionary(rows.objects.map { ($0.node, $0.sealed.count) }) { first, _ in first })
    }
  }

  /// Opens and checks everything; a damaged object among proven ones is there as such.
  ///
  /// - Throws: ``StateError`` when the manifest does not fit what is there, or the key is another one.
  public func contents(keys: any KeyProvider) throws -> Contents {
    try reading { database in
      guard try StateArchive.checkShape(of: database) else {
        return Contents(records: [], info: ArchiveInfo())
      }
      let key = try StateArchive.readKey(in: database, keys: keys)
      let rows = try StoredRows(database)
      let opened = try StateArchive.open(rows, with: key)
      return Contents(records: opened.records, info: opened.manifest.info)
    }
  }

  /// Checks the file's structure, every seal and the manifest; one line for each thing that is wrong.
  ///
  /// - Throws: ``StateError`` when not even that can be done: no archive, a newer format, another key.
  public func problems(keys: any KeyProvider) throws -> [String] {
    try reading { database in
      let isLaidOut = try StateArchive.checkShape(of: database)
      var problems = try String.fetchAll(database, sql: "PRAGMA quick_check")
        .filter { $0 != "ok" }.map { "the file's structure: \($0)" }
      guard isLaidOut else { return problems }
      let key = try StateArchive.readKey(in: database, keys: keys)
      let rows = try StoredRows(database)
      for row in rows.objects where (try? key.open(row.sealed, row: row.node.rawValue)) == nil {
        problems.append("object \(row.node): its seal is broken")
      }
      do {
        _ = try StateArchive.open(rows, with: key)
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

  /// Copies the archive into one file, whole or not at all; what is there is replaced.
  ///
  /// - Parameters:
  ///   - target: The path of the new file.
  ///   - keys: What seals this file, and what is to seal the copy; left as it is if there are none.
  public func copy(
    to target: String, resealing keys: (from: any KeyProvider, to: any KeyProvider)? = nil
  ) throws {
    try Self.describing("saved") {
      // The target may lie among a person's files: no name of theirs is taken.
      let temporary = "\(target).\(UInt64.random(in: .min ... .max))"
      try Generation.keep(path, as: target, through: temporary) { copy in
        if let keys { try StateFile(path: copy).reseal(from: keys.from, to: keys.to) }
      }
    }
  }

  /// Wraps the key anew; no trace of the old wrapping stays in the file.
  func reseal(from old: any KeyProvider, to new: any KeyProvider) throws {
    var configuration = Configuration()
    configuration.label = "reseal"
    configuration.prepareDatabase { $0.distrustFile() }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.inDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA secure_delete = 1")
    }
    try database.write { database in
      guard try StateArchive.checkShape(of: database) else { return }
      let key = try StateArchive.readKey(in: database, keys: old)
      for (name, value) in [("provider", Data(new.name.utf8)), ("key", try key.wrapped(by: new))] {
        try database.execute(
          sql: "UPDATE meta SET value = ? WHERE key = ?", arguments: [value, name])
      }
    }
    try database.close()
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
      _ = try StateArchive.checkHeader(ofFile: path)
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
}
