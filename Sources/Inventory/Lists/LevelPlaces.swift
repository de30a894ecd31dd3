import Foundation

/// The places of a level at one moment, to be filtered letter by letter.
///
/// A level can have tens of thousands. They are read once, and their names are folded once; filtering
/// then takes microseconds for each thousand.
public final class LevelPlaces {
  /// The version of the data that was read.
  public let dataVersion: Int64

  let level: PlaceLevel
  let all: [Place]

  /// The names without case and accents.
  private lazy var names = all.map { Self.folded($0.name) }

  /// Reads the places of a level; there are none among the unplaced items.
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

  /// The places whose names contain all words of a text.
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
