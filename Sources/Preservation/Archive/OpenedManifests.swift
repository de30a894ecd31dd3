/// The manifests of a file, opened: the newest counts.
struct OpenedManifests {
  /// The newest one that opens.
  ///
  /// When the newest of all does not, the one before it does not fit the rows.
  private(set) var newest: Manifest?

  /// Where the newest lies.
  private(set) var place = NewestManifest.Place.table

  /// Why one of them does not open, if that is so; an older one is no loss.
  private(set) var failure: (any Error)?

  init(_ manifests: [StoredManifest], with key: SessionKey) {
    for stored in manifests {
      do {
        let manifest = try Manifest(bytes: key.open(stored.sealed, row: Manifest.row))
        guard manifest.sequence >= newest?.sequence ?? 0 else { continue }
        newest = manifest
        place = .init(stored.node)
      } catch {
        failure = error
      }
    }
  }
}
