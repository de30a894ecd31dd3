import Foundation
import GRDB
import Synchronization

/// The open forms of all private items and an index of their words, only in memory.
///
/// Reads them again after a change of the data.
final class PrivateItems: Sendable {
  private struct Contents {
    var version: Int64?
    var items: [UUID: OpenItem] = [:]
    var byRow: [Int64: Item] = [:]
    var words: PrivateWords?
  }

  let sealing: any ItemSealing
  let places: PrivatePlaces
  private let database: InventoryDatabase
  private let contents = Mutex(Contents())

  init(_ sealing: any ItemSealing, _ database: InventoryDatabase) {
    self.sealing = sealing
    self.database = database
    places = PrivatePlaces(sealing, database)
  }

  /// A private item that opens; `nil` for any other.
  func item(_ uuid: UUID) throws(InventoryError) -> OpenItem? {
    try readIfNeeded()
    return contents.withLock { $0.items[uuid] }
  }

  /// All that open.
  func all() throws(InventoryError) -> [Item] {
    try readIfNeeded()
    return contents.withLock { $0.items.values.map(\.item) }
  }

  /// All that open, by row number, as the last ``readIfNeeded()`` found them.
  var byRow: [Int64: Item] { contents.withLock { $0.byRow } }

  /// The rows of the items that match an expression of FTS5; `nil` if there is no private item.
  func rows(matching expression: String) -> RowSet? {
    contents.withLock { $0.words }?.rows(matching: expression)
  }

  /// Brings the index of words up to date before a search.
  func readIfNeeded() throws(InventoryError) {
    try places.readIfNeeded()
    let version = database.dataVersion
    guard contents.withLock({ $0.version != version }) else { return }
    let found = try database.read(StoredItem.masked)
    var next = Contents(version: version)
    var words: [(id: Int64, texts: [String])] = []
    for stored in found {
      // An item that does not open stays masked, with its generic name.
      guard let open = try? stored.item.opened(with: sealing, currency: database.currency) else {
        continue
      }
      let item = try database.read(open.leavingTrash)
      let path = try item.place.flatMap { (place) throws(InventoryError) in
        try database.read { try StoredPlace.fetch($0, uuid: place)?.place.path }
      }
      let place = try path.map { (path) throws(InventoryError) in try places.opened(path: path) }
      next.byRow[stored.id] = item
      next.items[item.uuid] = OpenItem(item: item, placePath: place)
      words.append((stored.id, SearchIndex.texts(item) + [place ?? ""]))
    }
    do {
      let columns = SearchIndex.names + [PrivateWords.place]
      next.words = words.isEmpty ? nil : try PrivateWords(words, columns: columns)
    } catch {
      throw InventoryError.database(error, path: "the index of private items")
    }
    let read = next
    contents.withLock { $0 = read }
  }
}
