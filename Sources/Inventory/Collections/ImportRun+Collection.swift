import Foundation

/// Reads a collection.
extension ImportRun {
  /// Reads the items and places of an archive.
  ///
  /// - Parameter known: All places, empty ones included, with their notes.
  func read(_ records: CollectionRecords, places known: [ImportedPlace]) throws -> ImportReport {
    let values = HomeboxValueReader(
      currency: currency, zeroIsUnknown: options.zeroIsUnknown, isWrittenByMachine: true)
    for place in known { try places.note(place) }
    let count = records.references.count
    for record in records {
      report.rows += 1
      if report.rows % ImportStep.interval == 0 {
        onStep(.reading(report.rows, share: Double(report.rows) / Double(max(1, count))))
      }
      let row = HomeboxRow(record.cells, record.header, values)
      try take(row, record.header, at: ImportOrigin(item: record.name))
    }
    guard report.isAcceptable else { return report }
    for place in known {
      guard let found = try places.find(path: place.path), !place.notes.isEmpty else { continue }
      try places.describe(found, place.notes)
    }
    try finish()
    return report
  }

  /// The identity of the item with a reference, if this import has stored it.
  func imported(_ reference: String?) throws -> UUID? {
    guard let reference, let stored = try known(reference), rows[stored.id] != nil else {
      return nil
    }
    return stored.item.uuid
  }
}
