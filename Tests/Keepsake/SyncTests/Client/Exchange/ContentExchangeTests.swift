import InventorySupport
import Foundation
import Inventory
import Testing

@testable import Sync

@Suite struct ContentExchangeTests {
  private let homes: Homes
  private let anna: Home
  private let ben: Home
  private let code: JoinCode
  private let item: UUID
  /// Three parts, the last of them short.
  private let bytes = (0..<(2 << 20) + 77).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  init() throws {
    homes = try Homes()
    anna = try homes.home("anna")
    ben = try homes.home("ben")
    item = try anna.add("Drill")
    code = try anna.create()
    try ben.join(code)
  }

  private func read(_ attachment: Inventory.Attachment, of home: Home) throws -> [UInt8] {
    let file = try home.store.attachments.open(attachment)
    defer { close(file) }
    return Array(try FileHandle(fileDescriptor: file).readToEnd() ?? Data())
  }

  @Test func aPhotoArrivesUnchangedAndTheServerCannotReadIt() throws {
    let secret = Array("the receipt of the drill ".utf8) + bytes
    let attachment = try anna.attach(secret, named: "bill.bin", to: item)
    try anna.exchange()
    try ben.exchange()
    let there = try #require(try ben.store.attachments.fetch(attachment.uuid))
    #expect(try read(there, of: ben) == secret)
    #expect(
      try ben.store.household.unsettledContents() == []
        && anna.store.household.unsettledContents() == [])
    let dump = try homes.server.runSQL(
      "select digest, encode(sealed, 'escape') from keepsake.content", database: homes.database)
    #expect(!dump.contains("receipt") && !dump.contains(attachment.sha256) && dump.count > 1 << 20)
  }

  private var picture: [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + bytes }

  /// Makes a place with a photo in Anna's home, and exchanges it.
  private func placeWithPhoto() throws -> UUID {
    let attic = Place(uuid: UUID(), name: "Attic")
    try anna.store.changes.perform(.createPlace(attic), session: "main")
    let path = homes.directory + "/attic.jpg"
    try Data(picture).write(to: URL(filePath: path))
    try anna.store.attachments.setPhoto(path, ofPlace: attic.uuid, session: "main")
    try anna.exchange()
    try ben.exchange()
    return attic.uuid
  }

  @Test func thePhotoOfAPlaceArrives() throws {
    let attic = try placeWithPhoto()
    let there = try #require(try ben.store.places.fetch(attic)?.photoFile)
    #expect(try read(there, of: ben) == picture)
    #expect(try ben.store.attachments.sweep().files == 0)
    #expect(try ben.store.household.unsettledContents() == [])
  }

  @Test func anInterruptedUploadIsContinued() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    let credentials = try #require(try anna.file.read())
    let server = try anna.membership.connect(code)
    defer { server.close() }
    let exchange = SyncExchange(anna.store, server, credentials)
    _ = try exchange.exchangeOperations()
    // Stops after the first part.
    var asked = 0
    #expect(
      try !exchange.exchangeContents {
        asked += 1
        return asked < 3
      })
    let name = code.key.name(ofContent: attachment.sha256)
    #expect(try server.parts(of: name).count == 1)
    // A home that receives the file now gets only what is there.
    try ben.exchange()
    #expect(try ben.store.household.unsettledContents().count == 1)
    #expect(ben.store.attachments.condition(of: attachment, thoroughly: true) == .missing)
    try anna.exchange()
    try ben.exchange()
    #expect(ben.store.attachments.condition(of: attachment, thoroughly: true) == .intact)
  }

  /// As after a kill between the last part and its announcement.
  @Test func aCompleteFileThatWasNotAnnouncedIsAnnounced() throws {
    let attachment = try anna.attach([1, 2, 3], named: "a.bin", to: item)
    let server = try anna.membership.connect(code)
    defer { server.close() }
    let exchange = SyncExchange(anna.store, server, try #require(try anna.file.read()))
    _ = try exchange.exchangeOperations()
    let sealed = try code.key.seal(
      [1, 2, 3], part: 0, of: attachment.sha256, household: code.household)
    try server.sendPart(sealed, of: code.key.name(ofContent: attachment.sha256), part: 0)
    let listener = try ben.membership.connect(code)
    defer { listener.close() }
    #expect(try exchange.exchangeContents { true })
    var waiting = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 10_000) == 1)
    #expect(try listener.takeNotices())
  }

  /// As if the server's disk had lost a part.
  @Test func aMissingEarlierPartIsSent() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    let name = code.key.name(ofContent: attachment.sha256)
    let server = try anna.membership.connect(code)
    defer { server.close() }
    let second = try code.key.seal(
      Array(bytes[1 << 20..<2 << 20]), part: 1, of: attachment.sha256, household: code.household)
    try server.sendPart(second, of: name, part: 1)
    try anna.exchange()
    #expect(try Set(server.parts(of: name).keys) == [0, 1, 2])
    try ben.exchange()
    #expect(ben.store.attachments.condition(of: attachment, thoroughly: true) == .intact)
  }

  /// The file isn't announced again, so the connection would sleep without it if an interrupted download counted as
  /// done.
  @Test func anInterruptedDownloadIsNotDone() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    try anna.exchange()
    let server = try ben.membership.connect(code)
    defer { server.close() }
    let exchange = SyncExchange(ben.store, server, try #require(try ben.file.read()))
    _ = try exchange.exchangeOperations()
    for most in 1...3 {
      // It is called before the file and before each missing part.
      var asked = 0
      let isDone = try exchange.exchangeContents {
        asked += 1
        return asked <= most
      }
      #expect(isDone == (most == 3), "\(most)")
    }
    #expect(ben.store.attachments.condition(of: attachment, thoroughly: true) == .intact)
  }

  @Test func aPartLeftByAKillIsReceivedAgain() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    try anna.exchange()
    try storePart(of: attachment)
    try ben.exchange()
    #expect(ben.store.attachments.condition(of: attachment, thoroughly: true) == .intact)
  }

  @Test func makingAnItemPrivateDeletesItsFileInTheOtherHomes() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    try anna.exchange()
    try ben.exchange()
    let path = ben.store.attachments.path(of: attachment)
    #expect(FileManager.default.fileExists(atPath: path))
    anna.store.openPrivateItems(with: Mirror())
    var wanted = try #require(try anna.store.items.fetch(item))
    wanted.isPrivate = true
    _ = try anna.store.attachments.setPrivacy(of: wanted, session: "main")
    try anna.exchange()
    try ben.exchange()
    #expect(!FileManager.default.fileExists(atPath: path))
    let sealed = try ben.store.attachments.fetchAll(of: item)
    #expect(sealed.count == 1)
    for file in sealed {
      #expect(ben.store.attachments.condition(of: file, thoroughly: true) == .intact)
    }
  }

  /// Seals the item with its file in both homes concurrently, and exchanges.
  ///
  /// - Returns: The home whose seal lost, and the other one.
  private func sealInBothAtOnce() throws -> (loser: Home, winner: Home) {
    _ = try anna.attach(bytes, named: "a.bin", to: item)
    for home in [anna, ben] { try home.exchange() }
    for (home, mark) in [(anna, UInt8(1)), (ben, 2)] {
      home.store.openPrivateItems(with: Marked(mark: mark))
      var wanted = try #require(try home.store.items.fetch(item))
      wanted.isPrivate = true
      _ = try home.store.attachments.setPrivacy(of: wanted, session: "main")
    }
    for home in [anna, ben, anna, ben] { try home.exchange() }
    let isAnnas = try anna.store.items.fetch(item)?.isPrivate == true
    return isAnnas ? (ben, anna) : (anna, ben)
  }

  private func plain(in home: Home) throws -> [UInt8] {
    let attachments = home.store.attachments
    let file = try #require(try attachments.fetchAll(of: item).first)
    let descriptor = try attachments.open(file)
    defer { close(descriptor) }
    return Array(FileHandle(fileDescriptor: descriptor).readDataToEndOfFile())
  }

  private func contentCount(in home: Home) throws -> Int {
    let path = home.store.attachments.path
    return try FileManager.default.subpathsOfDirectory(atPath: path).count {
      $0.replacing("/", with: "").count == 64
    }
  }

  @Test func theFileOfAnItemSealedInTwoHomesCanBeRestoredInEither() throws {
    let (loser, winner) = try sealInBothAtOnce()
    #expect(try plain(in: winner) == bytes)
    try loser.store.attachments.sweep()
    #expect(try loser.store.household.takeOwnSeal(of: .item(item), author: "test"))
    #expect(try plain(in: loser) == bytes)
    for home in [loser, winner, loser] { try home.exchange() }
    #expect(try plain(in: loser) == bytes)
    let file = try #require(try winner.store.attachments.fetchAll(of: item).first)
    #expect(file.isMasked)
    #expect(winner.store.attachments.condition(of: file, thoroughly: true) == .intact)
    #expect(try winner.store.attachments.examined().problems.isEmpty)
  }

  /// Both homes show the photo that belongs to the notes they show, and the other home can show its own again.
  @Test func thePhotoOfAPlaceSealedInTwoHomesStaysWithItsNotes() throws {
    let attic = try placeWithPhoto()
    for (home, mark) in [(anna, UInt8(1)), (ben, 2)] {
      home.store.openPrivateItems(with: Marked(mark: mark))
      try home.store.attachments.setPrivacy(ofPlace: attic, isPrivate: true, session: "main")
    }
    for home in [anna, ben, anna, ben] { try home.exchange() }
    let isAnnas = try anna.store.places.fetch(attic)?.isPrivate == true
    var (shower, other) = isAnnas ? (anna, ben) : (ben, anna)
    try expectSealedPhoto(of: attic, openIn: shower, closedIn: other)
    try other.store.attachments.sweep()
    #expect(try contentCount(in: other) == 2, "one of each home")
    #expect(try other.store.household.takeOwnSeal(of: .place(attic), author: "test"))
    for home in [other, shower, other] { try home.exchange() }
    (shower, other) = (other, shower)
    try expectSealedPhoto(of: attic, openIn: shower, closedIn: other)
    for home in [anna, ben] {
      try home.store.attachments.sweep()
      #expect(try contentCount(in: home) == 1, "the other one can't be shown again")
    }
  }

  /// Checks that two homes have the same sealed photo of a place and its file, and only one can open it.
  private func expectSealedPhoto(
    of place: UUID, openIn home: Home, closedIn other: Home,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (here, there) = (
      try #require(try home.store.places.fetch(place)),
      try #require(try other.store.places.fetch(place))
    )
    let file = try #require(here.photoFile)
    #expect(try read(file, of: home) == picture, sourceLocation: location)
    #expect(here.photo?.isSealed == true && here.photo == there.photo, sourceLocation: location)
    #expect(there.isMasked && there.photoFile == nil, sourceLocation: location)
    for home in [home, other] {
      let examined = try home.store.attachments.examined()
      #expect(examined.count == 1 && examined.problems == [], sourceLocation: location)
    }
  }

  /// A file that can no longer be restored is not kept.
  @Test func theFileOfARejectedSealIsSwept() throws {
    let (loser, winner) = try sealInBothAtOnce()
    let attachments = loser.store.attachments
    try attachments.sweep()
    #expect(try contentCount(in: loser) == 2, "one of each home")
    #expect(try winner.store.household.keepLocal(of: item, author: "test"))
    for home in [winner, loser] { try home.exchange() }
    try attachments.sweep()
    #expect(try contentCount(in: loser) == 1)
    #expect(try !loser.store.household.hasOwnSeal(of: .item(item)))
  }

  /// A cipher that opens only what has its mark.
  private struct Marked: ItemSealing {
    struct Refusal: Error {}
    let mark: UInt8

    func seal(_ bytes: [UInt8], of owner: UUID) -> [UInt8] { [mark] + bytes.map { ~$0 } }

    func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8] {
      guard sealed.first == mark else { throw Refusal() }
      return sealed.dropFirst().map { ~$0 }
    }
  }

  /// A cipher that anyone can open.
  private struct Mirror: ItemSealing {
    func seal(_ bytes: [UInt8], of owner: UUID) -> [UInt8] { bytes.map { ~$0 } }
    func open(_ sealed: [UInt8], of owner: UUID) -> [UInt8] { sealed.map { ~$0 } }
  }

  private func storePart(of attachment: Inventory.Attachment) throws {
    let partial = try #require(
      try PartialContent(attachment.sha256, of: ben.store.attachments))
    try partial.append(Array(bytes.prefix(1 << 20)) + [1, 2, 3])
  }

  /// A command may exchange files while a window does.
  @Test func twoProgramsOfAHomeDoNotWriteIntoOneFile() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    try anna.exchange()
    let attachments = ben.store.attachments
    var other = try PartialContent(attachment.sha256, of: attachments)
    try other?.append(Array(bytes.prefix(1 << 20)))
    try ben.exchange()
    #expect(attachments.condition(of: attachment, thoroughly: true) == .missing)
    #expect(other?.length == 1 << 20)
    other = nil
    try ben.exchange()
    #expect(attachments.condition(of: attachment, thoroughly: true) == .intact)
  }

  @Test func aFileThatTheServerSwappedIsRefusedAndTheOthersArrive() throws {
    let swapped = try anna.attach(bytes, named: "a.bin", to: item)
    try anna.exchange()
    try homes.server.runSQL(
      "update keepsake.content set part = 5 - part where part < 2;"
        + "update keepsake.content set part = part - 4 where part > 3", database: homes.database)
    let whole = try anna.attach([1, 2, 3], named: "b.bin", to: item)
    try anna.exchange()
    var problem: String?
    try ben.exchange(contentProblem: &problem)
    #expect(problem?.contains("altered") == true)
    let attachments = ben.store.attachments
    #expect(attachments.condition(of: swapped, thoroughly: true) == .missing)
    #expect(attachments.condition(of: whole, thoroughly: true) == .intact)
    #expect(try ben.names == ["Drill"])
  }

  @Test func aFileAlteredLocallyIsNotSent() throws {
    let attachment = try anna.attach(bytes, named: "a.bin", to: item)
    let path = anna.store.attachments.path(of: attachment)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data("other bytes".utf8))
    try file.close()
    var problem: String?
    try anna.exchange(contentProblem: &problem)
    #expect(problem?.contains("altered") == true)
    let count = try homes.server.runSQL(
      "select count(*) from keepsake.content", database: homes.database)
    #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
  }
}
