import Foundation

/// The list of contents of a backup: `manifest.json`, its last entry.
struct BackupManifest: Hashable, Codable, Sendable {
  /// A file in the backup.
  struct File: Hashable, Codable, Sendable {
    /// The name in the archive.
    var name: String
    /// The size in bytes.
    var bytes: Int64
    /// The SHA-256.
    var sha256: String
  }

  /// The newest format that this program reads.
  static let currentFormat = Self.formatWithForgottenKeys
  /// The format of a backup with forgotten keys, which an older program would take for damage.
  static let formatWithForgottenKeys = 2

  /// The format of the backup.
  var format = 1
  /// The name and version of the program that made it.
  var program: String
  /// The time of the backup, in milliseconds since 1970.
  var created: Timestamp
  /// The identity of the inventory.
  var inventory: UUID
  /// The schema version of each database, by its name in the archive.
  var schemas: [String: Int] = [:]
  /// The number of rows in each table of each database, counted in the original.
  var rows: [String: [String: Int]] = [:]
  /// The files, in the order of the archive.
  var files: [File] = []
  /// The digests of attachments that were missing or altered.
  var faults: [String] = []

  /// The manifest as JSON.
  func encoded() throws(InventoryError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    do {
      return Array(try encoder.encode(self))
    } catch {
      throw InventoryError(.io, "the list of files cannot be written: \(error)")
    }
  }

  /// Parses a manifest; refuses one of a newer program.
  init(_ bytes: [UInt8], path: String) throws(InventoryError) {
    struct Version: Decodable { var format: Int }
    let data = Data(bytes)
    guard let version = try? JSONDecoder().decode(Version.self, from: data) else {
      throw InventoryError(.badData, "\(path) is not a Keepsake backup")
    }
    guard version.format <= Self.currentFormat else {
      throw InventoryError(
        .badData,
        "\(path) was made by a newer version (backup format \(version.format), this version reads "
          + "\(Self.currentFormat)); update Keepsake")
    }
    guard version.format > 0, let manifest = try? JSONDecoder().decode(Self.self, from: data)
    else { throw .damagedBackup(path, "its list of files can't be read") }
    self = manifest
  }

  init(program: String, created: Timestamp, inventory: UUID) {
    self.program = program
    self.created = created
    self.inventory = inventory
  }
}

extension InventoryError {
  /// The error for a backup that fails a check.
  static func damagedBackup(_ path: String, _ reason: String) -> InventoryError {
    InventoryError(.badData, "\(path) is damaged (\(reason)); nothing was changed")
  }
}
