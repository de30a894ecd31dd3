import Foundation
import GRDB
import Synchronization

/// The open forms of all private items, and an index of their words, in memory alone.
///
/// Reads them again when the data has another version.
final class PrivateItems: Sendable {
  private struct Contents {
    var version: Int64?
    var items: [UUID: OpenItem] = [:]
    var words: PrivateWords?
  }

  let sealing: any ItemSealing
  let places: PrivatePlaces
  private let contents = Mutex(Contents())

  init(_ sealing: any ItemSealing) {
    self.sealing = sealing
    places = PrivatePlaces(sealing)
  }

  /// A private item that opens; `nil` for any other.
  func item(_ uuid: UUID, in store: InventoryStore) throws(InventoryError) -> OpenItem? {
    try readIfNeeded(store)
    return contents.withLock { $0.items[uuid] }
  }

  /// All that open.
  func all(in store: InventoryStore) throws(InventoryError) -> [Item] {
    try readIfNeeded(store)
    return contents.withLock { $0.items.values.map(\.item) }
  }

  /// The rows of the items that match an expression of FTS5; `nil` if there is no private item.
  func rows(matching expression: String) -> RowSet? {
    contents.withLock { $0.words }?.rows(matching: expression)
  }

  /// Brings the index of words up to date before a search.
  func readIfNeeded(_ store: InventoryStore) throws(InventoryError) {
    try places.readIfNeeded(store)
    let version = store.dataVersion
    guard contents.withLock({ $0.version != version }) else { return }
    let found = try store.file.read(StoredItem.masked)
    var next = Contents(version: version)
    var words: [(id: Int64, texts: [String])] = []
    for stored in found {
      // What does not open stays masked: it is named, and nothing else can be said.
      guard let open = try? stored.item.opened(with: sealing, currency: store.currency) else {
        continue
      }
      let item = try store.leavingTrash(open)
      let place = try item.place.flatMap { (place) throws(InventoryError) in
        try store.place(place)?.path
      }
      next.items[item.uuid] = OpenItem(item: item, placePath: place)
      words.append((stored.id, SearchIndex.texts(item) + [place ?? ""]))
    }
    do {
      next.words = words.isEmpty ? nil : try PrivateWords(words)
    } catch {
      throw InventoryError.database(error, path: "the index of private items")
    }
    let read = next
    contents.withLock { $0 = read }
  }
}
