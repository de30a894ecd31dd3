import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// A state file of 32 KiB, of which damaged copies are opened.
struct DamagedFile: Sendable {
  /// The number of objects that fill 32 KiB.
  static let objects: Int64 = 60

  let directory: TemporaryHome
  let keys = LoginKeyProvider()
  let whole: [UInt8]
  let records: Set<ObjectRecord>

  /// The state an hour earlier, when some rows had other bodies.
  let olderBodies: [Int64: Data]
  private let path: String

  /// The outcome of opening a copy.
  enum Outcome: Equatable {
    case restored
    /// Some objects were damaged and left out; all others were unchanged.
    case restoredBut(damaged: Int)
    /// Quarantined by the ladder, or left alone: nothing was restored and nothing overwritten.
    case refused
    case wrong(String)
  }

  init() throws {
    directory = TemporaryHome()
    path = directory.path + "/state.sqlite"
    let archive = try StateArchive(path: path, keys: keys)
    func records(_ text: String) -> [ObjectRecord] {
      (1...Self.objects).map { number in
        ObjectRecord(
          node: NodeID(rawValue: number), kind: .object, parent: nil, identifier: "\(number)",
          typeKey: "object",
          values: [
            ("text", .string(text + String(repeating: "x", count: 300))), ("number", .int(number)),
          ])
      }
    }
    try archive.commit(ArchiveChanges(upserts: records("older")), info: ArchiveInfo())
    let database = try DatabaseQueue(path: path)
    olderBodies = try database.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT node, body FROM object")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as Data) })
    }
    try archive.commit(ArchiveChanges(upserts: records("newer")), info: ArchiveInfo())
    self.records = Set(records("newer"))
    try database.close()
    archive.checkpoint()
    whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A copy in its own directory, for another thread.
  func forPart() throws -> DamagedFile { try DamagedFile(sharing: self) }

  private init(sharing other: DamagedFile) throws {
    directory = TemporaryHome()
    path = directory.path + "/state.sqlite"
    whole = other.whole
    records = other.records
    olderBodies = other.olderBodies
  }

  /// Opens a damaged copy as the app does.
  func outcome(of bytes: some Sequence<UInt8>, keys: LoginKeyProvider) -> Outcome {
    do {
      try write(bytes)
      let archive = try StateArchive(path: path, keys: keys)
      let loaded = try archive.load()
      let damaged = Set(loaded.filter { $0.kind == .damaged }.map(\.node))
      let others = Set(loaded.filter { $0.kind != .damaged })
      guard others == records.filter({ !damaged.contains($0.node) }),
        damaged.isSubset(of: records.map(\.node))
      else { return .wrong("other objects were loaded") }
      return damaged.isEmpty ? .restored : .restoredBut(damaged: damaged.count)
    } catch let error as StateError {
      return error.leavesStateUnreadable ? .refused : .wrong("nothing is put aside: \(error)")
    } catch {
      return .wrong("\(error)")
    }
  }

  /// Loads a damaged copy, stores an object if it loads, and loads it again; returns what went
  /// wrong.
  func problemWithStoring(into bytes: some Sequence<UInt8>, keys: LoginKeyProvider) -> String? {
    do {
      try write(bytes)
      guard let archive = try? StateArchive(path: path, keys: keys),
        let before = try? archive.load()
      else { return nil }
      var changed = try #require(before.first { $0.kind != .damaged })
      changed.identifier = "changed"
      try archive.commit(ArchiveChanges(upserts: [changed]), info: ArchiveInfo())
      let after = Set(try StateArchive(path: path, keys: keys).load())
      return after.subtracting(before) == [changed] ? nil : "other objects were loaded"
    } catch {
      return "\(error)"
    }
  }

  /// Changes rows of an intact copy by SQL and opens it.
  func outcome(keys: LoginKeyProvider, changing change: (Database) throws -> Void) throws -> Outcome
  {
    try write(whole)
    let database = try DatabaseQueue(path: path)
    try database.write(change)
    try database.close()
    return outcome(of: try Data(contentsOf: URL(fileURLWithPath: path)), keys: keys)
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(bytes)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw StateError.unwritable(path)
    }
  }
}
