import RepriseMedia
import Inventory
import Reprise

/// Pictures and copies of files that have become private or are withheld.
nonisolated enum ScrubQueue {
  /// Removes them.
  static func sweep(
    _ store: InventoryStore, _ pictures: PictureDecoder, openedIn directory: String
  ) throws(InventoryError) {
    try store.privacy.scrubDeleted { open in
      pictures.forgetAll(except: open)
      OpenedCopy.removeAll(except: open, in: directory)
    }
  }

  /// Removes them for a program without a window.
  static func sweep(_ store: InventoryStore, _ paths: AppDirectories) throws(InventoryError) {
    try sweep(store, paths.pictures, openedIn: paths.openedCopies)
  }
}

nonisolated extension AppDirectories {
  /// Decodes pictures, and keeps their cells in the cache.
  var pictures: PictureDecoder {
    PictureDecoder(cache: PictureCache(directory: cache + "/pictures"))
  }

  /// Where copies lie that other programs have open.
  var openedCopies: String { cache + "/opened" }
}
