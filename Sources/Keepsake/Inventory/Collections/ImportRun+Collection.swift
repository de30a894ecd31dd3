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
    for place in known { try take(place) }
    guard report.isAcceptable else { return report }
    try finish()
    return report
  }

  /// Makes a place with its notes, or reports why that cannot be.
  private func take(_ place: ImportedPlace) throws {
    guard
      let found = try attempt(
        place, lost: "the place was left out", { try places.find(path: place.path) }),
      !place.notes.isEmpty
    else { return }
    let isDescribed = try attempt(place, lost: "they were left out") {
      try places.describe(found, place.notes)
    }
    if isDescribed == false {
      report.addWarning(
        note(
          on: place,
          "this place is here already and keeps its notes; the archive's notes are left out"))
    }
  }

  /// Runs a step for a place; what the inventory refuses is a problem of the place, or a warning if bad things are
  /// skipped.
  private func attempt<Result>(
    _ place: ImportedPlace, lost: String, _ step: () throws -> Result?
  ) throws -> Result? {
    do {
      return try step()
    } catch let error as InventoryError
      where [.badData, .refused, .permission].contains(error.kind)
    {
      if options.skipsBad {
        report.addWarning(note(on: place, "\(error.message); \(lost)"))
      } else {
        report.addProblem(note(on: place, error.message))
      }
      return nil
    }
  }

  /// A note with the last name of a place, unless it is private: then its name is sealed.
  private func note(on place: ImportedPlace, _ reason: String) -> ImportReport.Note {
    let name = PlacePath.names(in: place.path).last ?? ""
    let shown = name.count > Self.longestName ? name.prefix(Self.longestName) + "…" : name
    return .init(item: place.uuid == nil ? shown : "a private place", reason: reason)
  }

  /// The most characters of a name in a note.
  private static let longestName = 40

  /// The identity of the item with a reference, if this import has stored it.
  func imported(_ reference: String?) throws -> UUID? {
    guard let reference, let stored = try known(reference), rows[stored.id] != nil else {
      return nil
    }
    return stored.item.uuid
  }
}
