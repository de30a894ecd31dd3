import RepriseTesting
import Foundation
import GRDB

@testable import Preservation

/// State files of every version that was ever released, each with the key of the login that wrote
/// it.
///
/// A change of the format raises `ArchiveLayout.version` or the records' layout
/// version. Then write the file of the new version and leave the old ones unchanged:
///
/// ```
/// UPDATE_CORPUS=1 swift test --filter CorpusTests
/// ```
enum Corpus {
  /// The directory of the files.
  static let directory = (#filePath as NSString).deletingLastPathComponent + "/Files"

  /// The name of the current format.
  static var currentVersion: String {
    "archive-\(ArchiveLayout.version)-record-\(ObjectRecord.layoutVersion)"
  }

  /// The versions that have a file, oldest first.
  static var versions: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return files.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(7)) }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// Opens a copy of a file; the file itself is never changed.
  static func open(_ version: String, in copy: TemporaryHome) throws -> StateArchive {
    for suffix in ["sqlite", "key"] {
      try FileManager.default.copyItem(
        atPath: "\(directory)/\(version).\(suffix)", toPath: "\(copy.path)/\(version).\(suffix)")
    }
    return try StateArchive(
      path: "\(copy.path)/\(version).sqlite",
      keys: LoginKeyProvider(file: "\(copy.path)/\(version).key"))
  }

  /// Writes the file of the current format.
  static func writeCurrent() throws {
    let version = currentVersion
    let temporary = TemporaryHome()
    let path = "\(temporary.path)/\(version).sqlite"
    do {
      let keys = try LoginKeyProvider(file: "\(temporary.path)/\(version).key")
      let archive = try StateArchive(path: path, keys: keys)
      let records = records(of: version)
      // Twice: the first commit places the manifest differently from later ones.
      try archive.commit(ArchiveChanges(upserts: records), info: info)
      try archive.commit(ArchiveChanges(upserts: records.suffix(1)), info: info)
    }
    let database = try DatabaseQueue(path: path)
    _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try database.close()
    for suffix in ["sqlite", "key"] {
      let target = "\(directory)/\(version).\(suffix)"
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(
        atPath: "\(temporary.path)/\(version).\(suffix)", toPath: target)
    }
  }

  // MARK: - The contents of every file

  static let info = ArchiveInfo(bundleVersion: "1.2", systemVersion: "Linux 6", timestamp: 1e9)

  /// The contents of a version's file.
  static func records(of version: String) -> [ObjectRecord] {
    version.hasSuffix("record-1") ? firstRecords : firstRecords + [recordWithHistory]
  }

  /// A record with the fields that the second layout added.
  private static let recordWithHistory: ObjectRecord = {
    var carried = UnknownRecords(
      values: [("newer", .string("passed on"))],
      links: [("list", .array([.reference(NodeID(rawValue: 4_000))])), ("one", .int(1))])
    carried.giveWay(to: [("list", .array([]))], isFirst: true)
    return ObjectRecord(
      node: NodeID(rawValue: 5_000), kind: .view, parent: NodeID(rawValue: 3_000),
      identifier: "field", typeKey: "TextField", schema: 3, values: [("list", .array([]))],
      carried: carried)
  }()

  /// A small interface that contains a value of every type.
  private static let firstRecords = [
    ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "application",
      typeKey: "Application", values: [("reprise.window", .reference(NodeID(rawValue: 2_000)))]),
    ObjectRecord(
      node: NodeID(rawValue: 2_000), kind: .window, parent: .application, identifier: "",
      typeKey: "Window", values: [("rootViewController", .reference(NodeID(rawValue: 3_000)))]),
    ObjectRecord(
      node: NodeID(rawValue: 3_000), kind: .controller, parent: NodeID(rawValue: 2_000),
      identifier: "tabs", typeKey: "TabBarController", restorationClass: "tabs",
      values: [
        ("null", .null), ("bool", .bool(true)), ("int", .int(-42)), ("double", .double(2.5)),
        ("string", .string("half-typed 茶壶")), ("data", .data(Data([0, 255]))),
        ("date", .date(1_000_000.5)),
        ("array", .array([.int(1), .reference(NodeID(rawValue: 4_000))])),
        ("dictionary", .dictionary(["a": .null, "б": .array([])])),
      ]),
    ObjectRecord(
      node: NodeID(rawValue: 4_000), kind: .view, parent: NodeID(rawValue: 3_000),
      identifier: "table", index: 7, typeKey: "TableView"),
    ObjectRecord(
      node: NodeID(rawValue: Int64.max), kind: .object, parent: nil, identifier: "object",
      typeKey: "object"),
  ]
}
