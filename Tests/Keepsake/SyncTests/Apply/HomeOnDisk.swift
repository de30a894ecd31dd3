import RepriseTesting
import InventorySupport
import Foundation

@testable import Inventory
@testable import Sync

/// A home whose files can be copied at any time, and whose program can be killed during a write.
final class HomeOnDisk {
  /// The extent of the files at one moment.
  struct Position {
    fileprivate var log: Int
    fileprivate var logHead: Data
    fileprivate var database: [FileAttributeKey: AnyHashable]
  }

  /// The files of a home, and the events that its user had written by then.
  struct Copy {
    fileprivate var directory: String
    fileprivate var own: Set<Int>
  }

  private(set) var store: InventoryStore
  /// The events that its user has written, as far as they were stored.
  var own: Set<Int> = []
  /// Whether its connection is cut.
  var isCut = false
  /// Its last copy.
  private(set) var backup: Copy?

  init(_ store: InventoryStore) { self.store = store }

  /// Opens a copy as another home.
  convenience init(_ copy: Copy) throws {
    let directory = try Self.copy(copy.directory)
    self.init(try InventoryStore(directory: directory))
    own = copy.own
  }

  // MARK: - Copies

  func backUp() throws {
    backup = Copy(directory: try Self.copy(store.database.directory), own: own)
  }

  /// Replaces the home with an old copy.
  func restore(_ copy: Copy) throws {
    try open(Self.copy(copy.directory))
    own = copy.own
  }

  // MARK: - Kills

  var position: Position {
    get throws {
      let log = FileHandle(forReadingAtPath: store.database.path + "-wal")
      let values = try FileManager.default.attributesOfItem(atPath: store.database.path)
      return Position(
        log: try log.map { Int(try $0.seekToEnd()) } ?? 0,
        logHead: try log.flatMap { log in
          try log.seek(toOffset: 0)
          return try log.read(upToCount: 32)
        } ?? Data(),
        database: [FileAttributeKey.size, .modificationDate, .systemFileNumber].reduce(into: [:]) {
          $0[$1] = values[$1] as? AnyHashable
        })
    }
  }

  /// Leaves the files as a kill at any moment since a position would.
  ///
  /// Writes are appended to SQLite's log. If the log was emptied since, the kill comes at the end.
  func kill(since start: Position, using random: inout SeededGenerator) throws {
    let end = try position
    let isOneLog =
      start.database == end.database && start.log < end.log
      && (start.log == 0 || start.logHead == end.logHead)
    let length = isOneLog ? Int.random(in: start.log...end.log, using: &random) : end.log
    try open(Self.copy(store.database.directory, log: length))
  }

  private func open(_ directory: String) throws {
    let former = store.database.directory
    store = try InventoryStore(directory: directory)
    try FileManager.default.removeItem(atPath: former)
  }

  /// Copies the files of a home, without the one for shared memory.
  private static func copy(_ directory: String, log length: Int = .max) throws -> String {
    let target = URL(fileURLWithPath: directory).deletingLastPathComponent()
      .appendingPathComponent(UUID().uuidString).path
    let files = FileManager.default
    try files.createDirectory(
      atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in try files.contentsOfDirectory(atPath: directory) where !name.hasSuffix("-shm") {
      let (source, copy) = (directory + "/" + name, target + "/" + name)
      try files.copyItem(atPath: source, toPath: copy)
      guard name.hasSuffix("-wal"), length < .max else { continue }
      try FileHandle(forWritingTo: URL(fileURLWithPath: copy)).truncate(atOffset: UInt64(length))
    }
    return target
  }
}
