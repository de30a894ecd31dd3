/// Saved records as this version of the app would have saved them.
///
/// Migrations are the app's own code and may die of what they read, so the launch guard hears before
/// each record whose object it is (design 3 "Coming back").
struct UpdatedRecords {
  private(set) var records: [NodeID: ObjectRecord] = [:]

  /// Why this version of the app cannot use some of them; they are as they were saved.
  private(set) var unknown: [NodeID: String] = [:]

  /// Brings records up to date.
  ///
  /// - Parameters:
  ///   - saved: The records as they are stored.
  ///   - history: What changed in the types of the app.
  ///   - leftOut: The object that the last launch died of; it and its views stay as they were saved.
  ///   - note: Hears which object is dealt with next, and none at the end.
  init(
    _ saved: [ObjectRecord], by history: RestorationHistory, without leftOut: NodeID?,
    note: (NodeID?) -> Void
  ) {
    for record in saved {
      records[record.node] = record
      if let leftOut, record.node == leftOut || record.suspect == leftOut { continue }
      note(record.suspect)
      do {
        records[record.node] = try history.updated(record)
      } catch {
        unknown[record.node] = error.reason
      }
    }
    note(nil)
  }
}

extension ObjectRecord {
  /// The object to leave out next time if the launch dies while the record is dealt with.
  ///
  /// Of a view that is its screen; where nothing less than everything could be left out, none.
  var suspect: NodeID? {
    switch kind {
    case .controller, .object: node
    case .view: parent
    case .application, .window, .unreadable, .damaged: nil
    }
  }
}
