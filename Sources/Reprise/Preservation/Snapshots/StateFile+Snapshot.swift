import Foundation
import GRDB

extension StateFile {
  /// The picture of the screen in the archive, if there is one.
  ///
  /// - Throws: ``StateError`` when its seal is broken, the key is wrong, or the file is no archive.
  package func snapshot(keys: any KeyProvider) throws -> StoredSnapshot? {
    try reading { database in
      guard try ArchiveLayout.checkShape(of: database) else { return nil }
      let key = try ArchiveLayout.readKey(in: database, keys: keys)
      let manifests = try StoredManifest.all(in: database)
      return try StateArchive.readSnapshot(in: database, key: key, manifests)
    }
  }
}
