import Storage
import GRDB

/// The changes of the maintained counts in a transaction; applied once, before the commit.
struct CountChanges {
  private var live = 0
  private var archived = 0
  private var trashed = 0
  private var unplaced = 0
  private var items: [Int64: Int] = [:]
  private var places: [Int64: Int] = [:]
  private var rated: [RatedCounts.Key: Int] = [:]

  /// The counts that an item belongs to.
  struct Group: Equatable {
    var shelf: Shelf
    /// Its rating, or ``RatedCounts/sealed``; empty without one.
    var rating: String

    init(_ shelf: Shelf, rating: String) { (self.shelf, self.rating) = (shelf, rating) }

    init(_ item: Item, place: Int64?) {
      self.init(Shelf(item, place: place), rating: item.isMasked ? RatedCounts.sealed : item.rating)
    }
  }

  /// Where a counted item is.
  enum Shelf: Equatable {
    case live(place: Int64?)
    case archived
    case trashed

    init(_ item: Item, place: Int64?) {
      if item.deletedAt != nil {
        self = .trashed
      } else if item.archivedAt != nil {
        self = .archived
      } else {
        self = .live(place: place)
      }
    }
  }

  mutating func move(from old: Group?, to new: Group?, count: Int = 1) {
    guard old != new else { return }
    if let old { add(-count, to: old) }
    if let new { add(count, to: new) }
  }

  private mutating func add(_ delta: Int, to group: Group) {
    if !group.rating.isEmpty { rated[group.ratedKey, default: 0] += delta }
    switch group.shelf {
    case .live(let place?):
      live += delta
      items[place, default: 0] += delta
    case .live(nil):
      live += delta
      unplaced += delta
    case .archived: archived += delta
    case .trashed: trashed += delta
    }
  }

  /// Counts a place that was added to or removed from another.
  mutating func addPlace(_ delta: Int, in parent: Int64?) {
    if let parent { places[parent, default: 0] += delta }
  }

  /// Writes the changes and starts again.
  mutating func apply(_ db: Database) throws {
    try Meta.add(live, to: "items_live", db)
    try Meta.add(archived, to: "items_archived", db)
    try Meta.add(trashed, to: "items_trashed", db)
    try Meta.add(unplaced, to: "items_unplaced", db)
    try Self.add(items, to: "item_count", db)
    try Self.add(try Self.withAncestors(items, db), to: "subtree_count", db)
    try Self.add(places, to: "place_count", db)
    try RatedCounts.add(rated, db)
    self = CountChanges()
  }

  /// Adds the items of a whole subtree to a place and all places around it.
  static func addSubtree(_ delta: Int, to place: Int64?, _ db: Database) throws {
    guard let place, delta != 0 else { return }
    try add(try withAncestors([place: delta], db), to: "subtree_count", db)
  }

  private static func add(_ deltas: [Int64: Int], to column: String, _ db: Database) throws {
    guard !deltas.isEmpty else { return }
    let update = try RawStatement(
      db, sql: "UPDATE location SET \(column) = min(max(\(column), 0), 1 << 40) + ? WHERE id = ?")
    for (place, delta) in deltas where delta != 0 {
      update.bind(Int64(delta))
      update.bind(place)
      try update.run()
    }
  }

  private static func withAncestors(_ deltas: [Int64: Int], _ db: Database) throws -> [Int64: Int] {
    guard !deltas.isEmpty else { return [:] }
    let parentOf = try RawStatement(db, sql: "SELECT parent_id FROM location WHERE id = ?")
    var parents: [Int64: Int64?] = [:]
    var sums: [Int64: Int] = [:]
    for (place, delta) in deltas where delta != 0 {
      var current: Int64? = place
      // A damaged file may contain a circle.
      var passed: Set<Int64> = []
      while let id = current, passed.insert(id).inserted {
        sums[id, default: 0] += delta
        if let known = parents[id] {
          current = known
        } else {
          parentOf.bind(id)
          current = try parentOf.run()
          parents[id] = .some(current)
        }
      }
    }
    return sums
  }
}

extension CountChanges.Group {
  fileprivate var ratedKey: RatedCounts.Key {
    switch shelf {
    case .live(let place): RatedCounts.Key(shelf: .lists, place: place ?? 0, rating: rating)
    case .archived: RatedCounts.Key(shelf: .archive, place: 0, rating: rating)
    case .trashed: RatedCounts.Key(shelf: .trash, place: 0, rating: rating)
    }
  }
}
