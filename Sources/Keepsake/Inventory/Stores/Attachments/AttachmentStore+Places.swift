import Foundation
import GRDB

/// The photos of places, in the same directory as the files of items.
extension AttachmentStore {
  /// Stores a picture and makes it the photo of a place, as one step of undo; a former photo stays for undo.
  ///
  /// - Returns: The change; its `count` is 0 if the place has the same photo already.
  /// - Throws: `badData` if the file is no picture, `noInput` and other errors if it can't be read, `refused` for a place
  ///   in the trash or a private place that isn't open. Nothing has changed then.
  @discardableResult
  public func setPhoto(
    _ path: String, ofPlace uuid: UUID, session: String
  ) throws(InventoryError) -> ChangeSummary {
    let place = try existingPlace(uuid)
    if let unwritable = database.unwritable { throw unwritable }
    let source = try AttachmentSource(path: path)
    guard let directory = try AttachmentDirectory(in: database.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(self.path)")
    }
    return try directory.withLock(alone: false) { () throws(InventoryError) in
      let photo: PlacePhoto
      if place.isMasked {
        let file = try sealedCopy(
          of: source, kind: .photo, to: uuid, as: uuid, in: directory, check: Self.checkPicture)
        photo = PlacePhoto(sha256: file.sha256, bytes: file.bytes, isSealed: true)
      } else {
        let incoming = try IncomingContent(copying: source, into: directory)
        try Self.checkPicture(incoming.content, path)
        try incoming.keep()
        photo = PlacePhoto(sha256: incoming.content.sha256, bytes: incoming.content.bytes)
      }
      return try changes.perform(.place(.photo(uuid, photo)), session: session)
    }
  }

  /// Makes a place private or open, with its photo, in one step.
  ///
  /// The new file is there before the step and the old one goes after it, so a kill leaves the place as it was or as it
  /// is to be.
  ///
  /// - Throws: `refused` without keys, and any error of reading the photo; nothing has changed then.
  @discardableResult
  public func setPrivacy(
    ofPlace uuid: UUID, isPrivate: Bool, session: String
  ) throws(InventoryError) -> ChangeSummary {
    let place = try storedPlace(uuid)
    guard let place, let photo = place.photo, place.isMasked != isPrivate else {
      return try changes.perform(
        .setPlacePrivacy(uuid, isPrivate: isPrivate, photo: place?.photo), session: session)
    }
    guard let directory = try AttachmentDirectory(in: database.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(path)")
    }
    let summary = try directory.withLock(alone: false) { () throws(InventoryError) in
      let file = try rewrite(place.storedFile(of: photo), isPrivate: isPrivate, in: directory)
      let rewritten = PlacePhoto(sha256: file.sha256, bytes: file.bytes, isSealed: isPrivate)
      return try changes.perform(
        .setPlacePrivacy(uuid, isPrivate: isPrivate, photo: rewritten), session: session)
    }
    // Removes the former file. If another program is writing there, that program does it later.
    _ = try? sweep()
    return summary
  }

  /// Why a file can't be the photo of a place, in a few words that follow its name; `nil` if it can.
  ///
  /// Reads only the beginning of the file.
  public static func photoRefusal(of path: String) -> String? {
    if let reason = refusal(of: path) { return reason }
    guard let source = try? AttachmentSource(path: path) else { return nil }
    var head = [UInt8](repeating: 0, count: PictureHeader.length)
    let count = pread(source.descriptor, &head, head.count, 0)
    let type = PictureHeader(Array(head.prefix(max(0, count)))).mediaType
    return Attachment.isPicture(type ?? "") ? nil : noPicture
  }

  private static let noPicture = "it is not a JPEG, PNG, WebP or HEIC picture"

  private func storedPlace(_ uuid: UUID) throws(InventoryError) -> Place? {
    try database.read { try StoredPlace.fetch($0, uuid: uuid)?.place }
  }

  private func existingPlace(_ uuid: UUID) throws(InventoryError) -> Place {
    guard let place = try storedPlace(uuid), place.deletedAt == nil else {
      throw InventoryError(.refused, "this place no longer exists")
    }
    return place
  }

  private static func checkPicture(
    _ content: AttachmentContent, _ path: String
  ) throws(InventoryError) {
    guard content.isPicture else {
      throw InventoryError(.badData, "cannot use \(path) as a photo: \(noPicture)")
    }
  }
}
