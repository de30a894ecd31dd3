/// The manifests of a file after decryption.
struct OpenedManifests {
  /// The newest one that opens.
  ///
  /// If a newer one does not open, this one does not match the rows.
  private(set) var newest: Manifest?

  /// Where ``newest`` lies.
  private(set) var place = NewestManifest.Place.table

  /// The error of a manifest that did not open; harmless if that one is outdated.
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
