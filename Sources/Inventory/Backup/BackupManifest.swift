import Foundation

/// What a backup says of itself: `manifest.json`, its last entry.
struct BackupManifest: Hashable, Codable, Sendable {
  /// One file of the backup.
  struct File: Hashable, Codable, Sendable {
    /// Its name in the archive.
    var name: String
    /// How many bytes it has.
    var bytes: Int64
    /// Its SHA-256.
    var sha256: String
  }

  /// The format that this program writes, and the latest that it reads.
  static let currentFormat = 1

  /// The format; a higher one is of a newer program.
  var format = Self.currentFormat
  /// The program that made it, with its version.
  var program: String
  /// When it was made, in milliseconds since 1970.
  var created: Timestamp
  /// The identity of the inventory.
  var inventory: UUID
  /// The version of each database's tables, by its name in the archive.
  var schemas: [String: Int] = [:]
  /// The rows of each table of each database, counted in the database that was copied.
  var rows: [String: [String: Int]] = [:]
  /// The files, in the order of the archive.
  var files: [File] = []
  /// The digests of attachments that were missing or altered when it was made.
  var faults: [String] = []

  /// The text of the entry.
  func encoded() throws(InventoryError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    do {
      return Array(try encoder.encode(self))
    } catch {
      throw InventoryError(.io, "the list of files cannot be written: \(error)")
    }
  }

  /// Reads the entry, and refuses what a newer program made.
  init(_ bytes: [UInt8], path: String) throws(InventoryError) {
    struct Version: Decodable { var format: Int }
    let data = Data(bytes)
    guard let version = try? JSONDecoder().decode(Version.self, from: data) else {
      throw InventoryError(.badData, "\(path) is no backup of Keepsake")
    }
    guard version.format <= Self.currentFormat else {
      throw InventoryError(
        .badData,
        "\(path) was made by a newer version (backup format \(version.format), this one knows "
          + "\(Self.currentFormat)); update this program")
    }
    guard version.format > 0, let manifest = try? JSONDecoder().decode(Self.self, from: data)
    else { throw .damagedBackup(path, "its list of files cannot be read") }
    self = manifest
  }

  init(program: String, created: Timestamp, inventory: UUID) {
    self.program = program
    self.created = created
    self.inventory = inventory
  }
}

extension InventoryError {
  /// A backup that cannot be trusted.
  static func damagedBackup(_ path: String, _ reason: String) -> InventoryError {
    InventoryError(.badData, "\(path) is damaged (\(reason)); nothing was changed")
  }
}
