import Foundation
import GRDB
import InventorySupport
import Testing

@testable import Inventory

/// A place can have a photo: a file in the directory of attached files.
@Suite struct PlacePhotoTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let attic: Place
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    attic = try store.addPlace("Attic")
  }

  /// Writes a file that looks like a JPEG.
  private func picture(_ name: String, _ text: String? = nil) throws -> String {
    try home.file(name, bytes: [0xFF, 0xD8, 0xFF, 0xE0] + Array((text ?? name).utf8))
  }

  @discardableResult
  private func set(_ name: String) throws -> ChangeSummary {
    try store.attachments.setPhoto(picture(name), ofPlace: attic.uuid, session: session)
  }

  /// The text in the photo, read from its file; `nil` without a photo.
  private func shown(_ store: InventoryStore? = nil) throws -> String? {
    let store = store ?? self.store
    guard let photo = try store.places.fetch(attic.uuid)?.photoFile else { return nil }
    let file = try store.attachments.open(photo)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    return String(decoding: try handle.readToEnd()?.dropFirst(4) ?? Data(), as: UTF8.self)
  }

  private func remove() throws {
    try store.changes.perform(.place(.photo(attic.uuid, nil)), session: session)
  }

  private var files: [String] {
    (FileManager.default.enumerator(atPath: store.attachments.path)?.allObjects as? [String] ?? [])
      .filter { $0.utf8.count > 2 }.sorted()
  }

  @Test func theTextOfAPhotoIsReadAgain() {
    let digest = String(repeating: "ab", count: 32)
    for photo in [
      PlacePhoto(sha256: digest, bytes: 5), PlacePhoto(sha256: digest, bytes: 0, isSealed: true),
    ] {
      #expect(PlacePhoto(text: photo.text) == photo)
    }
    for text in ["", digest, "\(digest):", "\(digest):-1", "\(digest):5:open", "ab:5"] {
      #expect(PlacePhoto(text: text) == nil)
    }
  }

  @Test func aPhotoIsSetReplacedRemovedAndUndoneStepByStep() throws {
    #expect(try set("one.jpg").description == "changed “Attic”")
    #expect(try shown() == "one.jpg")
    #expect(try set("one.jpg").count == 0)
    try set("two.jpg")
    try remove()
    #expect(try shown() == nil)
    for expected in ["two.jpg", "one.jpg", nil] {
      #expect(try store.changes.undo(session: session)?.name == "Attic")
      #expect(try shown() == expected)
    }
    for expected in ["one.jpg", "two.jpg", nil] {
      #expect(try store.changes.redo(session: session)?.name == "Attic")
      #expect(try shown() == expected)
    }
  }

  /// Other changes of the place leave the photo alone.
  @Test func aPhotoStaysWithItsPlace() throws {
    try set("one.jpg")
    let box = try store.addPlace("Box", in: attic)
    try store.changes.perform(.renamePlace(attic.uuid, to: "Loft"), session: session)
    try store.changes.perform(.place(.note(attic.uuid, "cold")), session: session)
    try store.changes.perform(.trashPlace(attic.uuid, contents: .trash), session: session)
    try store.changes.perform(.restorePlace(attic.uuid), session: session)
    #expect(try shown() == "one.jpg")
    #expect(try store.places.fetch(box.uuid)?.photo == nil)
  }

  @Test func anythingButAPictureIsRefused() throws {
    for (path, kind) in [
      (try home.file("note.txt", "paper"), InventoryError.Kind.badData),
      (home.path + "/missing.jpg", .noInput), (home.path, .badData),
    ] {
      let error = #expect(throws: InventoryError.self) {
        try store.attachments.setPhoto(path, ofPlace: attic.uuid, session: session)
      }
      #expect(error?.kind == kind, "\(error?.message ?? "")")
    }
    #expect(files == [])
    #expect(try AttachmentStore.photoRefusal(of: picture("one.jpg")) == nil)
    #expect(AttachmentStore.photoRefusal(of: home.path + "/note.txt") != nil)
    try store.changes.perform(.trashPlace(attic.uuid, contents: .trash), session: session)
    #expect(throws: InventoryError.self) { try set("one.jpg") }
  }

  /// Undo needs the file of a former photo.
  @Test func aSweepKeepsPhotosAndThoseThatUndoBringsBack() throws {
    try set("one.jpg")
    try set("two.jpg")
    let orphan = store.attachments.path + "/ab/" + String(repeating: "c", count: 62)
    try FileManager.default.createDirectory(
      atPath: store.attachments.path + "/ab", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data("1234".utf8).write(to: URL(filePath: orphan))
    #expect(try store.attachments.sweep().files == 1)
    try remove()
    #expect(try store.attachments.sweep().files == 0)
    try store.changes.undo(session: session)
    try store.changes.undo(session: session)
    #expect(try shown() == "one.jpg")
  }

  @Test func theDoctorChecksPhotos() throws {
    try set("one.jpg")
    func problems() throws -> [String] {
      var found: [Finding] = []
      try Doctor(directory: home.path + "/data").examine { found.append($0) }
      return found.filter { $0.check == .attachments && $0.status == .problem }.map(\.text)
    }
    #expect(try problems() == [])
    let photo = try #require(try store.places.fetch(attic.uuid)?.photoFile)
    let path = store.attachments.path(of: photo)
    unlink(path)
    #expect(try problems() == ["photo of Attic: file missing (\(path))"])
    #expect(try store.attachments.examined().count == 1)
  }

  @Test func aBackupContainsPhotos() throws {
    try set("one.jpg")
    try set("two.jpg")
    let backup = try Backup(of: home.path + "/data", into: home.path, program: "keepsake test")
    #expect(backup.attachments == 2 && backup.faults == [])
    _ = try Restore(file: backup.path).run(into: home.path + "/restored")
    let restored = try home.store("restored")
    #expect(try shown(restored) == "two.jpg")
    try restored.changes.undo(session: session)
    #expect(try shown(restored) == "one.jpg")
  }

  // MARK: - Private places

  @Test func thePhotoOfAPrivatePlaceIsSealed() throws {
    store.openPrivateItems(with: MirrorSealing())
    try set("one.jpg")
    try set("two.jpg")
    try store.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: true, session: session)
    #expect(try shown() == "two.jpg")
    // The open files are gone, as are the steps that would bring them back.
    #expect(files.count == 1)
    let bytes = try Data(contentsOf: URL(filePath: store.attachments.path + "/" + files[0]))
    #expect(bytes.range(of: Data("two.jpg".utf8)) == nil)
    #expect(try home.store().places.fetch(attic.uuid)?.photoFile == nil)
    #expect(try home.store().attachments.examined().problems == [])
    try set("three.jpg")
    #expect(try shown() == "three.jpg")
    try store.changes.undo(session: session)
    #expect(try shown() == "two.jpg")
    try store.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: false, session: session)
    #expect(try home.store().places.fetch(attic.uuid)?.photo?.isSealed == false)
    #expect(try shown(home.store()) == "two.jpg")
  }

  @Test func aClosedPrivatePlaceGetsNoPhoto() throws {
    store.openPrivateItems(with: MirrorSealing())
    try store.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: true, session: session)
    let closed = try home.store()
    #expect(throws: InventoryError.isPrivate) {
      try closed.attachments.setPhoto(
        picture("one.jpg"), ofPlace: attic.uuid, session: session)
    }
  }

  /// Limits hide items, not places; a private place stays closed.
  @Test func aLimitedLoginSeesThePhotosOfThePlacesThatItSees() throws {
    let limited = try LimitedHome()
    let store = try LimitedHome.open(limited.home, LimitedHome.unlimited)
    let path = try picture("one.jpg")
    try store.attachments.setPhoto(path, ofPlace: limited.shelf.uuid, session: session)
    let child = try LimitedHome.open(limited.home, LimitedHome.limits)
    #expect(try child.items.fetch(limited.film.uuid) == nil)
    #expect(try child.places.fetch(limited.shelf.uuid)?.photoFile != nil)
    #expect(try child.attachments.orphans() == [])
    store.openPrivateItems(with: MirrorSealing())
    try store.attachments.setPrivacy(
      ofPlace: limited.shelf.uuid, isPrivate: true, session: session)
    try child.database.refresh()
    #expect(try child.places.fetch(limited.shelf.uuid)?.photoFile == nil)
    #expect(try child.attachments.orphans() == [])
  }

  // MARK: - Earlier homes

  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/inventory-16.sqlite")

  @Test(arguments: [true, false]) func aHomeFromBeforePhotosStillOpens(isReadOnly: Bool) throws {
    let home = try InventoryHome(inventory: Data(contentsOf: Self.corpus))
    let store = try home.store(readOnly: isReadOnly)
    let places = try store.places.fetchAll()
    #expect(places.map(\.path) == ["Home", "Home / Attic", "Home / Kitchen"])
    #expect(places.map(\.notes) == ["", "", "Fuse box behind the door"])
    #expect(places.allSatisfy { $0.photo == nil })
    #expect(try store.attachments.examined().count == 0)
    guard !isReadOnly else { return }
    let path = try home.file("one.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0])
    try store.attachments.setPhoto(path, ofPlace: places[1].uuid, session: session)
    #expect(try store.places.fetch(places[1].uuid)?.photo?.bytes == 4)
    try store.database.checkIntegrity()
  }
}
