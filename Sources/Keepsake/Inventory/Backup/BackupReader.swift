import Archives
import Foundation

/// Reads a backup without trusting its names, sizes or manifest.
struct BackupReader {
  /// The maximum size of the manifest in bytes: enough for 300,000 attachments.
  static let longestManifest = 64 << 20

  private let archive: ArchiveFile

  /// Opens a backup; the caller calls ``end()``.
  init(path: String) throws(InventoryError) {
    archive = try ArchiveFile(path: path, noun: "Keepsake backup")
  }

  /// The path of the backup.
  var path: String { archive.path }

  /// The error for a failed check.
  func damaged(_ reason: String) -> InventoryError { archive.damaged(reason) }

  /// Closes the file.
  func end() { archive.end() }

  /// The manifest, checked against the names in the archive.
  func manifest() throws(InventoryError) -> BackupManifest {
    var names: [String] = []
    var text: [UInt8]?
    try archive.forEachEntry { entry, zip throws(InventoryError) in
      let name = entry.name
      if ArchiveKind(entry: name) == .collection { throw ArchiveKind.collection.misplaced(path) }
      guard BackupLayout.mayHold(name) else {
        throw archive.damaged("it contains “\(name.prefix(100))”, which is not part of a backup")
      }
      guard name == BackupLayout.manifest else { return names.append(name) }
      guard text == nil else { throw archive.damaged("it has two lists of files") }
      var bytes: [UInt8] = []
      try archive.read(zip, atMost: Int64(Self.longestManifest), name) { bytes += $0 }
      text = bytes
    }
    guard let text else { throw InventoryError(.badData, "\(path) is not a Keepsake backup") }
    let manifest = try BackupManifest(text, path: path)
    let listed = manifest.files.map(\.name)
    guard Set(listed).count == listed.count, listed == names,
      listed.contains(BackupLayout.inventory),
      manifest.files.allSatisfy({ $0.bytes >= 0 && SHA256Text.isOne($0.sha256) })
    else { throw archive.damaged("its files don't match its list") }
    var total: Int64 = 0
    for file in manifest.files {
      let (sum, overflows) = total.addingReportingOverflow(file.bytes)
      guard !overflows, sum < Int64.max / 2 else {
        throw archive.damaged("it claims to be larger than any disk")
      }
      total = sum
    }
    return manifest
  }

  /// Reads all files and checks each against the manifest.
  ///
  /// - Parameter body: Receives the bytes of a file piece by piece, then `nil`.
  func readAll(
    _ manifest: BackupManifest,
    _ body: (BackupManifest.File, UnsafeRawBufferPointer?) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    var rest = manifest.files[...]
    try archive.forEachEntry { entry, zip throws(InventoryError) in
      let name = entry.name
      guard name != BackupLayout.manifest else { return }
      guard let file = rest.popFirst(), file.name == name else {
        throw archive.damaged("it contains “\(name.prefix(100))”, which it doesn't list")
      }
      var digest = ContentDigest()
      try archive.read(zip, atMost: file.bytes, name) { bytes throws(InventoryError) in
        digest.add(bytes)
        try body(file, bytes)
      }
      guard digest.count == file.bytes, digest.text == file.sha256 else {
        throw archive.damaged("\(name) was altered")
      }
      try body(file, nil)
    }
    guard rest.isEmpty else { throw archive.damaged("files are missing") }
  }
}
