import Archives
import Foundation

/// Reads a collection archive of Homebox without trusting it.
struct CollectionReader {
  /// The maximum size of a table in bytes.
  static let longestTable: Int64 = 256 << 20

  private let archive: ArchiveFile

  /// Opens an archive; the caller calls ``end()``.
  init(path: String) throws(InventoryError) {
    archive = try ArchiveFile(path: path, noun: "Homebox collection")
  }

  /// Closes the file.
  func end() { archive.end() }

  /// Reads the manifest and the tables.
  func tables() throws(InventoryError) -> CollectionTables {
    var tables: [CollectionLayout.Table: CollectionTable] = [:]
    var manifest: CollectionManifest?
    var others: [String] = []
    var total: Int64 = 0
    try archive.forEachEntry { entry, zip throws(InventoryError) in
      if ArchiveKind(entry: entry.name) == .backup {
        throw ArchiveKind.backup.misplaced(archive.path)
      }
      let table = CollectionLayout.Table.allCases.first { $0.entry == entry.name }
      guard table != nil || entry.name == CollectionLayout.manifest else {
        if entry.name.hasSuffix(".json"), !entry.name.contains("/") { others.append(entry.name) }
        return
      }
      var bytes = Data()
      try archive.read(zip, atMost: Self.longestTable, entry.name) { bytes.append(contentsOf: $0) }
      total += Int64(bytes.count)
      try archive.checkInflation(to: total)
      guard let table else { return manifest = try decode(bytes, entry.name) }
      guard tables[table] == nil else { throw archive.damaged("it contains \(entry.name) twice") }
      tables[table] = try decode(bytes, entry.name)
    }
    guard let manifest else {
      throw InventoryError(.badData, "\(archive.path) is not a Homebox collection")
    }
    guard manifest.schemaVersion == CollectionLayout.schemaVersion else {
      throw InventoryError(
        .badData,
        "\(archive.path) is a Homebox collection of layout \(manifest.schemaVersion); this "
          + "version reads only \(CollectionLayout.schemaVersion)")
    }
    for (table, count) in manifest.counts ?? [:] {
      guard let known = CollectionLayout.Table(rawValue: table) else { continue }
      guard tables[known]?.rows.count ?? 0 == count else {
        throw archive.damaged("\(known.entry) does not have the \(count) rows that it lists")
      }
    }
    return CollectionTables(tables, others: others, of: manifest)
  }

  private func decode<Value: Decodable>(
    _ bytes: Data, _ name: String
  ) throws(InventoryError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: bytes)
    } catch {
      throw archive.damaged("\(name) is not the expected table")
    }
  }

  /// Passes requested attached files to a closure, each with its content to read.
  ///
  /// - Returns: The identities of those in the archive.
  func forEachFile(
    _ wanted: Set<String>, _ body: (String, CollectionContent) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    var found: Set<String> = []
    var total: Int64 = 0
    try archive.forEachEntry { entry, zip throws(InventoryError) in
      guard entry.name.hasPrefix(CollectionLayout.attachments) else { return }
      let id = String(entry.name.dropFirst(CollectionLayout.attachments.count))
      guard wanted.contains(id), found.insert(id).inserted else { return }
      let content = CollectionContent(archive: archive, zip: zip, name: entry.name)
      try body(id, content)
      total += content.count
      try archive.checkInflation(to: total)
    }
  }
}

/// The content of an attached file in an archive.
final class CollectionContent: ContentSource {
  /// The name that the attachment gets.
  var fileName = ""
  /// The number of bytes read.
  private(set) var count: Int64 = 0

  private let archive: ArchiveFile
  private let zip: ZipReader
  private let name: String

  init(archive: ArchiveFile, zip: ZipReader, name: String) {
    self.archive = archive
    self.zip = zip
    self.name = name
  }

  /// Reads the content and returns its SHA-256 as text.
  func digest() throws(InventoryError) -> String {
    var digest = ContentDigest()
    try read { piece throws(InventoryError) in digest.add(piece) }
    return digest.text
  }

  func read(
    _ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    try archive.read(zip, atMost: AttachmentSource.limit, name) { piece throws(InventoryError) in
      count += Int64(piece.count)
      try body(piece)
    }
  }
}
