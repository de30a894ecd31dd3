import Foundation
import GRDB

/// The context of a write transaction: its log group, and the counters to update at its end.
public final class WriteTransaction {
  /// The database.
  public let db: Database
  /// The author of the change: the name of a session, or `import`.
  let source: String
  /// When the transaction began.
  public let at: Timestamp
  /// The currency of the inventory.
  public let currency: Currency
  /// The data version after this transaction, and the `rev` of every row it changes.
  public let rev: Int64
  /// The group of its log entries.
  let group: Int64
  var counts = CountChanges()
  /// Whether anything changed; if not, the data version stays.
  public var isDirty = false
  /// Whether something is stored that no screen shows: it is committed, and the data version stays.
  public var hasBookkeeping = false
  /// The progress of a large change.
  var progress = ChangeProgress()
  /// Seals and opens private data for the author; `nil` if the author has no keys.
  var sealing: (any ItemSealing)?
  /// The limits of the login, and what ratings mean.
  let limits: ContentLimits
  /// Whether it sees and writes everything, whatever the login may see.
  let isWhole: Bool
  /// Whether to roll back at the end: a dry run.
  var isRehearsal = false

  init(
    _ db: Database, source: String, meta: Meta, limits: ContentLimits = .none, isWhole: Bool = false
  ) throws {
    self.db = db
    self.limits = limits
    self.isWhole = isWhole
    isLimited = !isWhole && !limits.isNone
    self.source = source
    currency = meta.currency
    at = currentTimestamp()
    rev = try StoredNumber.next(after: meta.state.dataVersion, "number of changes")
    let last = try db.cachedStatement(sql: "SELECT max(group_id) FROM change")
    group = try StoredNumber.next(after: Int64.fetchOne(last) ?? 0, "log of changes")
  }

  /// Whether it sees only what the limits of the login allow.
  let isLimited: Bool

  /// The name of an item, as the author sees it.
  func name(of item: Item) -> String {
    guard let sealing else { return item.name }
    return (try? item.opened(with: sealing, currency: currency))?.name ?? item.name
  }

  /// The name of a place, as the author sees it: its path, or its own name if that is sealed.
  func name(of place: Place) -> String {
    guard place.isMasked, let sealing else { return place.path }
    return (try? place.opened(with: sealing))?.name ?? place.path
  }

  /// Checks the size and rating of an item, and that the login may see the result.
  ///
  /// Merged edits of several homes skip these checks: together they may exceed a limit that each of them kept.
  ///
  /// - Parameter former: The former item.
  /// - Returns: The item with the rating in the spelling of its board.
  func checked(_ item: Item, former: Item?) throws -> Item {
    guard !isWhole else { return item }
    try item.checkSize(former: former)
    var item = item
    if item.rating != former?.rating, !item.rating.isEmpty {
      do {
        item.rating = try limits.ratings.checked(item.rating)
      } catch {
        throw InventoryError(.badData, "“\(item.rating)”: \(error.words)")
      }
    }
    guard isLimited else { return item }
    guard !limits.isHidden(rating: item.rating) else {
      throw InventoryError(
        .permission, "this login may not see items rated \(item.rating), so it can't save one")
    }
    guard !item.isMasked else {
      throw InventoryError(
        .permission, "a login with limits can't have private items: their ratings can't be checked")
    }
    return item
  }
}

/// The progress of a large change, reported to a closure that can cancel it.
struct ChangeProgress {
  /// Thrown when the change is cancelled.
  struct GivenUp: Error {}

  /// The number of rows in one statement, during which nothing is reported.
  static let slice = 2000

  /// The most rows between two reports.
  private static let longestStep = slice / 4

  private var total = 0
  private var step = longestStep
  private var done = 0
  private var told = 0
  private var goOn: (Double) -> Bool = { _ in true }

  /// Progress that is not reported.
  init() {}

  /// Progress towards a number of rows.
  ///
  /// - Parameter goOn: Called with the share done, from 0 to 1; returns whether to continue.
  init(total: Int, while goOn: @escaping (Double) -> Bool) {
    self.total = max(1, total)
    step = min(max(1, total / 100), Self.longestStep)
    self.goOn = goOn
  }

  /// Counts rows that are done.
  ///
  /// - Throws: `GivenUp` when the change is cancelled.
  mutating func advance(by count: Int) throws {
    done += count
    guard done - told >= step else { return }
    told = done
    guard goOn(min(1, Double(done) / Double(total))) else { throw GivenUp() }
  }
}
