/// The photo that a collection archive has of a place.
struct CollectionPhoto {
  /// The identity of the file in the archive.
  let file: String
  /// The place as the archive describes it.
  let place: ImportedPlace
  /// The row number of the place here.
  let row: Int64
  /// The photo that the place has here and keeps; `nil` if it has none.
  let own: PlacePhoto?

  /// The result of setting a photo.
  enum Outcome {
    /// The place has the photo of the archive now.
    case set
    /// The place had the same photo before.
    case same
    /// The archive doesn't contain the file, and what to do.
    case missing(String)
    /// The file was not used, and the reason.
    case leftOut(String)
  }

  /// The most bytes of a sealed photo: the cipher adds a few to those of the picture.
  private static let sealedLimit = AttachmentStore.privateLimit + 1024

  /// Whether a file can be the photo: a picture, or for a private place a file that came sealed.
  func accepts(_ content: AttachmentContent) -> Bool {
    guard place.isSealed else { return content.isPicture }
    return !content.isPicture && content.bytes <= Self.sealedLimit
  }

  /// The reason that a place keeps its photo.
  static let kept = "this place already has a photo and keeps it; the archive's photo is left out"

  /// The reason that a file was not accepted.
  fileprivate var refusal: String {
    let reason =
      place.isSealed
      ? "is not encrypted, or larger than 64 MiB" : "is not a JPEG, PNG, WebP or HEIC picture"
    return "its photo in the archive \(reason), so it was left out; \(Self.advice)"
  }

  fileprivate static let missing = "its photo is missing from the archive; \(advice)"
  private static let advice = "set one with P in Places or keepsake place photo"
}

/// The files that an import takes from a collection archive, by their identities there.
struct CollectionFiles {
  /// The files that are stored next to the inventory now.
  var stored: [String: AttachmentContent] = [:]
  /// The photos that can't be photos of their places, and were not stored.
  var refused: Set<String> = []
  /// The digests of the photos of places that have one already, which were only read.
  var digests: [String: String] = [:]
}

extension ImportedPlace {
  /// Why a place without a photo can't get that of the archive; `nil` if it can.
  ///
  /// A sealed photo opens only under the identity that it was sealed for.
  fileprivate func refusal(by stored: Place) -> String? {
    if isSealed, !stored.isMasked || stored.uuid != uuid {
      return "the archive's photo is encrypted for another place and was left out"
    }
    if !isSealed, stored.isMasked {
      return "this place is private here; the archive's photo is not encrypted and was left out"
    }
    return nil
  }
}

/// Imports the photos of places.
extension ImportRun {
  /// The photo of a place that the import found or made; `nil` if there is none, or it is left out, which is reported.
  func photo(of place: ImportedPlace, _ found: ImportedPlaces.Found) throws -> CollectionPhoto? {
    guard let file = place.photo,
      let stored = try StoredPlace.fetch(transaction.db, id: found.id)?.place
    else { return nil }
    if stored.photo == nil, let reason = place.refusal(by: stored) {
      report.addWarning(place.note(reason))
      return nil
    }
    return CollectionPhoto(file: file, place: place, row: found.id, own: stored.photo)
  }

  /// Gives a place the photo of the archive, unless it has one.
  ///
  /// A place that this import made has the photo from its creation on, so that undo needs no step for it.
  ///
  /// - Throws: `conflict` if the place lost its photo while the files were copied.
  func set(
    _ photo: CollectionPhoto, from files: CollectionFiles
  ) throws -> CollectionPhoto.Outcome {
    let id = photo.file
    guard let stored = try StoredPlace.fetch(transaction.db, id: photo.row) else { return .same }
    if let own = stored.place.photo {
      guard let digest = files.stored[id]?.sha256 ?? files.digests[id] else { return .same }
      return digest == own.sha256 ? .same : .leftOut(CollectionPhoto.kept)
    }
    guard let content = files.stored[id], photo.accepts(content) else {
      if files.stored[id] != nil || files.refused.contains(id) { return .leftOut(photo.refusal) }
      guard files.digests[id] == nil else {
        let name = transaction.name(of: stored.place)
        throw InventoryError(
          .conflict,
          "the photo of “\(name)” was changed elsewhere; nothing was imported: try again")
      }
      return .missing(CollectionPhoto.missing)
    }
    var wanted = stored.place
    wanted.photo = PlacePhoto(
      sha256: content.sha256, bytes: content.bytes, isSealed: photo.place.isSealed)
    if places.isNew(stored.id) {
      _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    } else {
      _ = try PlaceEdits.log(stored, wanted: wanted, .update, in: transaction)
    }
    return .set
  }
}
