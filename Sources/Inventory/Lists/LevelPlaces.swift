import Foundation

/// The places of one level as they were at a moment, to be narrowed letter by letter.
///
/// A level may hold tens of thousands. They are read once, and what their names are compared by is made
/// once; to look through it takes microseconds for each thousand then.
public final class LevelPlaces {
  /// The state of the data that they were read from.
  public let dataVersion: Int64

  let level: PlaceLevel
  let all: [Place]

  /// The names without case and accents.
  private lazy var names = all.map { Self.folded($0.name) }

  /// Reads the places of a level; what lies in no place has none.
  public init(store: InventoryStore, level: PlaceLevel) throws(InventoryError) {
    self.level = level
    dataVersion = store.dataVersion
    all =
      switch level {
      case .top: try store.places(in: nil)
      case .place(let uuid): try store.places(in: uuid)
      case .unplaced: []
      }
  }

  /// Those in whose names all words of a text occur.
  func matching(_ filter: String) -> [Place] {
    let words = filter.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0)) }
    guard !words.isEmpty else { return all }
    return zip(all, names)
      .filter { _, name in words.allSatisfy { Self.contains(name, $0) } }
      .map(\.0)
  }

  private static func folded(_ text: String) -> [UInt8] {
    Array(SortKey.fold(text).utf8)
  }

  private static func contains(_ name: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, word.count <= name.count else { return word.isEmpty }
    for start in 0...(name.count - word.count) where name[start] == first {
      if name[start...].starts(with: word) { return true }
    }
    return false
  }
}
