import Foundation
import GRDB
import Synchronization

/// The names of all private places, only in memory.
///
/// Reads them again after a change of the data.
final class PrivatePlaces: Sendable {
  private struct Contents {
    var version: Int64?
    var places: [UUID: Place] = [:]
    /// The open names by the masked ones.
    var names: [String: String] = [:]
    var words: PrivateWords?
  }

  private let sealing: any ItemSealing
  private let database: InventoryDatabase
  private let contents = Mutex(Contents())

  init(_ sealing: any ItemSealing, _ database: InventoryDatabase) {
    self.sealing = sealing
    self.database = database
  }

  /// A place with its name and those of the places around it.
  func opened(_ place: Place) throws(InventoryError) -> Place {
    let known = try current()
    guard !known.names.isEmpty else { return place }
    var open = place
    if let own = known.places[place.uuid] {
      (open.name, open.notes, open.isPrivate) = (own.name, own.notes, true)
    }
    open.path = Self.opened(place.path, known)
    return open
  }

  /// A path with the names of private places in it.
  func opened(path: String) throws(InventoryError) -> String {
    guard path.contains(Place.privateName) else { return path }
    return Self.opened(path, try current())
  }

  /// Brings the names up to date before a search.
  func readIfNeeded() throws(InventoryError) { _ = try current() }

  /// The rows of the places whose names match an expression of FTS5.
  func rows(matching expression: String) -> RowSet {
    contents.withLock { $0.words }?.rows(matching: expression) ?? RowSet()
  }

  private static func opened(_ path: String, _ known: Contents) -> String {
    guard path.contains(Place.privateName) else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .map { known.names[$0] ?? $0 }
      .joined(separator: Place.separator)
  }

  private func current() throws(InventoryError) -> Contents {
    let version = database.dataVersion
    let known = contents.withLock { $0 }
    guard known.version != version else { return known }
    var next = Contents(version: version)
    var words: [(id: Int64, texts: [String])] = []
    for stored in try database.read(StoredPlace.masked) {
      // A place that does not open stays masked.
      guard let open = try? stored.place.opened(with: sealing) else { continue }
      next.places[open.uuid] = open
      next.names[stored.place.name] = open.name
      words.append((stored.id, [open.name]))
    }
    do {
      next.words = words.isEmpty ? nil : try PrivateWords(words, columns: [PrivateWords.place])
    } catch {
      throw InventoryError.database(error, path: "the index of private places")
    }
    let read = next
    contents.withLock { $0 = read }
    return read
  }
}
