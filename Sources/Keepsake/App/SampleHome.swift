import Foundation
import Inventory
import Resources

/// The home that the demo shows.
enum SampleHome {
  /// Fills an empty inventory with the sample items; leaves one with anything in it alone.
  static func fill(_ store: InventoryStore) throws {
    let counts = store.counts
    guard counts.live + counts.archived + counts.trashed == 0 else { return }
    let file = memfd_create("sample-home", UInt32(MFD_CLOEXEC))
    guard file >= 0 else {
      throw UsageFailure(status: .inputOutput, message: "the sample home cannot be unpacked")
    }
    defer { close(file) }
    let text = ResourceText.sampleHome
    guard write(file, text, text.count) == text.count, lseek(file, 0, SEEK_SET) == 0 else {
      throw UsageFailure(status: .inputOutput, message: "the sample home cannot be unpacked")
    }
    _ = try CSVImporter(store: store).importFile(descriptor: file, session: "sample home")
  }
}
