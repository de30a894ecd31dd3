/// What an archive is, told by a name that no other kind has, so that a person who mixed them up is told.
enum ArchiveKind {
  case backup, collection

  /// The kind that has an entry of that name; `nil` if several have, or none.
  init?(entry name: String) {
    if name == "data/inventory.sqlite" {
      self = .backup
    } else if name.hasSuffix(".json"), !name.contains("/"), name != "manifest.json" {
      // One of its tables.
      self = .collection
    } else {
      return nil
    }
  }

  /// The error for an archive of this kind where another one was wanted.
  func misplaced(_ path: String) -> InventoryError {
    switch self {
    case .backup:
      InventoryError(.badData, "\(path) is a backup of Keepsake: read it with keepsake restore")
    case .collection:
      InventoryError(.badData, "\(path) is a collection of Homebox: read it with keepsake import")
    }
  }
}
