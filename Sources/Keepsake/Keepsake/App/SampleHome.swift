import Foundation
import Inventory
import Resources

/// The home that the demo shows.
nonisolated enum SampleHome {
  /// Fills an empty inventory with the sample items; leaves any other alone.
  static func fill(_ store: InventoryStore, in directory: String) throws {
    let counts = store.database.counts
    guard counts.live + counts.archived + counts.trashed == 0 else { return }
    let file = try unpack(ResourceText.sampleHome, in: directory)
    defer { close(file) }
    _ = try CSVImporter(store: store).importFile(descriptor: file, session: "sample home")
  }

  /// Writes a text to a nameless file and returns its descriptor.
  private static func unpack(_ text: [UInt8], in directory: String) throws -> Int32 {
    let path = "\(directory)/sample-home.\(UInt64.random(in: .min ... .max))"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    unlink(path)
    guard file >= 0, write(file, text, text.count) == text.count, lseek(file, 0, SEEK_SET) == 0
    else {
      throw UsageFailure(
        status: .cannotCreate, message: "cannot unpack the sample home in \(directory)")
    }
    return file
  }
}
