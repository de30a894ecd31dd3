import Foundation
import Inventory
import Reprise
import RepriseMedia

/// A copy of an attachment under its original name, for another program.
nonisolated enum OpenedCopy {
  /// Makes a read-only copy for its owner; returns its path.
  ///
  /// - Parameter directory: A directory that may be deleted at any time.
  static func make(
    of attachment: Attachment, from store: AttachmentStore, in directory: String
  ) throws -> String {
    let folder = directory + "/" + folder(of: attachment.sha256)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let path = folder + "/" + safeName(attachment.fileName)
    let source = FileHandle(fileDescriptor: try store.open(attachment), closeOnDealloc: true)
    try? FileManager.default.removeItem(atPath: path)
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let target = FileHandle(forWritingAtPath: path)
    else {
      throw UsageFailure(status: .cannotCreate, message: "cannot create \(path)")
    }
    while let piece = try source.read(upToCount: 1 << 20), !piece.isEmpty {
      try target.write(contentsOf: piece)
    }
    try target.close()
    chmod(path, 0o400)
    return path
  }

  /// Removes all copies but those of some contents, by digest.
  static func removeAll(except contents: Set<String>, in directory: String) {
    let kept = Set(contents.map(folder(of:)))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where !kept.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
  }

  /// The name of the directory with the copies of a file.
  private static func folder(of digest: String) -> String { String(digest.prefix(16)) }

  /// The name without separators and without a leading hyphen, which a program would take for an option.
  private static func safeName(_ name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    let shown = CellText(last).string
    return shown.isEmpty || shown.hasPrefix(".") || shown.hasPrefix("-") ? "file" + shown : shown
  }
}

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

  /// The directory of copies that other programs have open.
  var openedCopies: String { cache + "/opened" }
}
