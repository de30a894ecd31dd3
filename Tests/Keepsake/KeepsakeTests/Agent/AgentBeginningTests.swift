import Foundation
import Inventory
import Reprise
import RepriseTesting
import Sync
import Testing

@testable import Keepsake

/// Which changes of others an agent announces after it starts.
@Suite struct AgentBeginningTests {
  private let home = TemporaryHome()
  private let paths: AppDirectories
  private let store: InventoryStore

  init() throws {
    paths = try AppDirectories(name: "keepsake", variables: ["HOME": home.path])
    store = try InventoryStore(directory: paths.makeData())
    try store.household.enter("h", .founding)
  }

  /// The last announced change that the agent remembers after it starts, given what it remembered before.
  private func told(of household: String, before told: Int64) throws -> Int64 {
    var memory = AgentMemory()
    (memory.household, memory.told) = (household, told)
    let file = AgentMemory.file(of: paths)
    try memory.store(in: file)
    try AgentNews(paths).begin(member: "Ben")
    let now = AgentMemory(file: file)
    #expect(now.household == "h")
    return now.told
  }

  /// A home restored from a backup has received less than was announced, so it announces changes again.
  @Test func aRestoredHomeAnnouncesMissedChangesAgain() throws {
    #expect(try told(of: "h", before: 100) == 0)
  }

  /// Pictures of an item vanish from the cache when another home makes it private.
  @Test func cachedPicturesVanishWhenAnotherHomeMakesTheItemPrivate() throws {
    let home = TemporaryHome()
    let paths = try AppDirectories(name: "keepsake", variables: ["HOME": home.path])
    let other = try OtherHome(of: paths.makeData())
    other.store.openPrivateItems(with: MirrorSealing())
    var item = Item(name: "Krugerrand")
    try other.store.changes.perform(.createItem(item), session: "other")
    try other.exchange()
    let cache = paths.cache + "/pictures"
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let news = AgentNews(paths)
    try news.begin(member: "Anna")
    let picture = cache + "/abc-1"
    try Data("cells".utf8).write(to: URL(filePath: picture))
    item = try #require(try other.store.items.fetch(item.uuid))
    item.isPrivate = true
    try other.store.changes.perform(.updateItem(item), session: "other")
    try other.exchange()
    news.received()
    #expect(!FileManager.default.fileExists(atPath: picture))
  }

  @Test func announcementsOfAnotherHouseholdAreIgnored() throws {
    #expect(try told(of: "other", before: -7) == 0)
  }

  /// The next agent announces changes that arrived while none was running.
  @Test func changesNotYetAnnouncedAreStillNews() throws {
    #expect(try told(of: "h", before: -7) == -7)
  }
}
