import Foundation
import GRDB

extension StateFile {
  /// The picture of the screen that the archive keeps, if it keeps one.
  ///
  /// - Throws: ``StateError`` when its seal is broken, the key is another one, or it is no archive.
  public func snapshot(keys: any KeyProvider) throws -> StoredSnapshot? {
    try reading { database in
      guard try StateArchive.checkShape(of: database) else { return nil }
      let key = try StateArchive.readKey(in: database, keys: keys)
      let manifests = try StoredManifest.all(in: database)
      return try StateArchive.readSnapshot(in: database, key: key, manifests)
    }
  }
}
