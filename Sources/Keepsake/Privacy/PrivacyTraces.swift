import Inventory
import Reprise

/// Pictures and copies of files that have become private or are withheld, which programs without a window find in the cache.
nonisolated enum PrivacyTraces {
  /// Removes them.
  static func sweep(_ store: InventoryStore, _ paths: AppDirectories) throws {
    try store.sweepTraces { open in
      PictureCache(directory: paths.keptPictures).removeAll(except: open)
      OpenedCopy.removeAll(except: open, in: paths.openedCopies)
    }
  }
}

nonisolated extension AppDirectories {
  /// Where cells of pictures are kept.
  var keptPictures: String { cache + "/pictures" }

  /// Where copies lie that other programs have open.
  var openedCopies: String { cache + "/opened" }
}
